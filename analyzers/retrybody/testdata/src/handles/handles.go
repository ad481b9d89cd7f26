// Package handles opens connections and handles in attempts.
package handles

import (
	"bufio"
	"context"
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"time"
)

type link struct {
	addr   string
	config *tls.Config
	dialer net.Dialer
	conn   net.Conn
}

// The handle of a failed attempt is forgotten.
func open(ctx context.Context, dsn string) (*sql.DB, error) {
	var last error
	for range 10 {
		db, err := attempt(ctx, dsn)
		if err == nil {
			return db, nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return nil, last
}

func attempt(ctx context.Context, dsn string) (*sql.DB, error) {
	db, err := sql.Open("pgx", dsn) // want `db is not closed where an attempt fails after it was opened: each such attempt \(up to 10 times\) leaves one open`
	if err != nil {
		return nil, err
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, fmt.Errorf("ping: %w", err)
	}
	return db, nil
}

// In the loop itself.
func inLoop(dsn string) (*sql.DB, error) {
	var last error
	for range 10 {
		db, err := sql.Open("pgx", dsn) // want `db is not closed where an attempt fails`
		if err != nil {
			return nil, err
		}
		if last = db.Ping(); last == nil {
			return db, nil
		}
		time.Sleep(time.Second)
	}
	return nil, last
}

// The connection under one whose handshake fails.
func (l *link) run(ctx context.Context) error {
	for {
		err := l.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		println(err)
		time.Sleep(time.Second)
	}
}

func (l *link) session(ctx context.Context) error {
	conn, err := l.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Read(make([]byte, 10))
	return err
}

func (l *link) connect(ctx context.Context) (net.Conn, error) {
	raw, err := l.dialer.DialContext(ctx, "tcp", l.addr) // want `raw is not closed where an attempt fails`
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	conn := tls.Client(raw, l.config)
	if err := conn.HandshakeContext(ctx); err != nil {
		return nil, fmt.Errorf("handshake: %w", err)
	}
	return conn, nil
}

// A login that only writes and reads.
func (l *link) login() (net.Conn, error) {
	for {
		c, err := l.loggedIn()
		if err == nil {
			return c, nil
		}
		time.Sleep(time.Second)
	}
}

func (l *link) loggedIn() (net.Conn, error) {
	c, err := net.Dial("tcp", l.addr) // want `c is not closed where an attempt fails`
	if err != nil {
		return nil, err
	}
	if err := hello(c); err != nil {
		return nil, err
	}
	return c, nil
}

func hello(c net.Conn) error {
	if _, err := fmt.Fprintln(c, "hello"); err != nil {
		return err
	}
	answer, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return err
	}
	if answer != "welcome\n" {
		return errors.New(answer)
	}
	return nil
}

// Right: closed where it fails.
func (l *link) closed() (net.Conn, error) {
	for {
		c, err := l.closes()
		if err == nil {
			return c, nil
		}
		time.Sleep(time.Second)
	}
}

func (l *link) closes() (net.Conn, error) {
	c, err := net.Dial("tcp", l.addr)
	if err != nil {
		return nil, err
	}
	if err := hello(c); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// Right: a deferred function closes it when there is an error.
func (l *link) deferred() (net.Conn, error) {
	for {
		c, err := l.defers()
		if err == nil {
			return c, nil
		}
		time.Sleep(time.Second)
	}
}

func (l *link) defers() (c net.Conn, err error) {
	conn, err := net.Dial("tcp", l.addr)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			conn.Close()
		}
	}()
	if err := hello(conn); err != nil {
		return nil, err
	}
	return conn, nil
}

// Right: kept in the object, which closes it.
func (l *link) kept() error {
	for {
		if err := l.keeps(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (l *link) keeps() error {
	c, err := net.Dial("tcp", l.addr)
	if err != nil {
		return err
	}
	l.conn = c
	return hello(c)
}

// Right: the helper closes it, or the connection made of it does.
func (l *link) helped() error {
	for {
		if err := l.helps(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (l *link) helps() error {
	c, err := net.Dial("tcp", l.addr)
	if err != nil {
		return err
	}
	return serve(c)
}

func serve(c net.Conn) error {
	defer c.Close()
	return hello(c)
}

func (l *link) wrapped() error {
	for {
		if err := l.wraps(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (l *link) wraps() error {
	c, err := net.Dial("tcp", l.addr)
	if err != nil {
		return err
	}
	t := tls.Client(c, l.config)
	defer t.Close()
	return t.Handshake()
}

// Right: closed when the context ends, by somebody who was told.
func (l *link) after(ctx context.Context) error {
	for {
		if err := l.toldAfter(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (l *link) toldAfter(ctx context.Context) error {
	c, err := l.dialer.DialContext(ctx, "tcp", l.addr)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { c.Close() })
	return hello(c)
}

// Not repeated.
func once(dsn string) (*sql.DB, error) {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return nil, err
	}
	if err := db.Ping(); err != nil {
		return nil, err
	}
	return db, nil
}

// Handed on to what is not in sight.
type pool interface{ Put(c net.Conn) error }

func (l *link) pooled(p pool) error {
	for {
		c, err := net.Dial("tcp", l.addr)
		if err == nil {
			if err = p.Put(c); err == nil {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
}
