package handles

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

func repeat(ctx context.Context, open func(context.Context) (*session, error)) (*session, error) {
	for n := 0; ; n++ {
		s, err := open(ctx)
		if err == nil || n == 4 {
			return s, err
		}
		time.Sleep(time.Second)
	}
}

// A literal that only sets a deadline closes nothing.
func deadline(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	for n := 0; ; n++ {
		c, err := d.DialContext(ctx, "tcp", addr) // want `c is not closed where an attempt fails`
		if err == nil {
			stop := context.AfterFunc(ctx, func() { c.SetDeadline(time.Now()) })
			_, err = io.WriteString(c, "hello\n")
			stop()
		}
		if err == nil {
			return c, nil
		}
		if n == 4 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

// One that closes may run.
func afterwards(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	for n := 0; ; n++ {
		c, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			context.AfterFunc(ctx, func() { c.Close() })
			_, err = io.WriteString(c, "hello\n")
		}
		if err == nil {
			return c, nil
		}
		if n == 4 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

// An object of the package keeps it.
type session struct {
	nc net.Conn
	r  *bufio.Reader
}

func newSession(nc net.Conn) *session { return &session{nc: nc, r: bufio.NewReader(nc)} }

func (s *session) login(user string) error {
	if _, err := fmt.Fprintf(s.nc, "USER %s\n", user); err != nil {
		return err
	}
	line, err := s.r.ReadString('\n')
	if err != nil {
		return err
	}
	if line != "OK\n" {
		return errors.New("refused")
	}
	return nil
}

func (s *session) logout() error {
	fmt.Fprintln(s.nc, "BYE")
	return s.nc.Close()
}

func kept(ctx context.Context, addr string) (*session, error) {
	nc, err := net.DialTimeout("tcp", addr, time.Second) // want `nc is not closed where an attempt fails`
	if err != nil {
		return nil, err
	}
	s := &session{nc: nc, r: bufio.NewReader(nc)}
	if err := s.login("me"); err != nil {
		return nil, err
	}
	return s, nil
}

func made(ctx context.Context, addr string) (*session, error) {
	nc, err := net.DialTimeout("tcp", addr, time.Second) // want `nc is not closed where an attempt fails`
	if err != nil {
		return nil, err
	}
	s := newSession(nc)
	if err := s.login("me"); err != nil {
		return nil, fmt.Errorf("login: %w", err)
	}
	return s, nil
}

func loggedOut(ctx context.Context, addr string) (*session, error) {
	nc, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	s := newSession(nc)
	if err := s.login("me"); err != nil {
		s.logout()
		return nil, err
	}
	return s, nil
}

func throughField(ctx context.Context, addr string) (*session, error) {
	nc, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	s := newSession(nc)
	if err := s.login("me"); err != nil {
		s.nc.Close()
		return nil, err
	}
	return s, nil
}

// It goes on with its session although the login has failed.
func handedOut(ctx context.Context, addr string) (*session, error) {
	nc, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	s := newSession(nc)
	return s, s.login("me")
}

func sessions(ctx context.Context) {
	repeat(ctx, func(ctx context.Context) (*session, error) { return kept(ctx, "a") })
	repeat(ctx, func(ctx context.Context) (*session, error) { return made(ctx, "b") })
	repeat(ctx, func(ctx context.Context) (*session, error) { return loggedOut(ctx, "c") })
	repeat(ctx, func(ctx context.Context) (*session, error) { return throughField(ctx, "d") })
	repeat(ctx, func(ctx context.Context) (*session, error) { return handedOut(ctx, "e") })
}
