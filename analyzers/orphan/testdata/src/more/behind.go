package more

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

var errLost = errors.New("lost")

type scenery struct {
	rig    func(ctx context.Context, piece string) error
	extend func(ctx context.Context) (bool, error)
	every  time.Duration
	log    interface{ Warn(string) }
}

func (s *scenery) rigAll(ctx context.Context, pieces []string) error {
	for _, p := range pieces {
		if err := s.rig(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (s *scenery) held(ctx context.Context) (bool, error) { return s.extend(ctx) }

func (s *scenery) Setup(ctx context.Context, pieces []string) error {
	done := make(chan error, 1)
	go func() { done <- s.rigAll(ctx, pieces) }()
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-tick.C:
			held, err := s.held(ctx)
			if err != nil {
				continue
			}
			if !held {
				return fmt.Errorf("stage: %w", errLost) // want `\(\*scenery\).Setup fails here, and the goroutine started at behind.go:\d+ works on behind its back: \(\*scenery\).rigAll goes on until ctx is over, which \(\*scenery\).Setup cannot end`
			}
		}
	}
}

func (s *scenery) Limited(ctx context.Context, pieces []string) error {
	done := make(chan error, 1)
	go func() { done <- s.rigAll(ctx, pieces) }()
	select {
	case err := <-done:
		return err
	case <-time.After(5 * time.Second):
		return errLost // want `\(\*scenery\).Limited fails here, and the goroutine started at behind.go:\d+ works on behind its back`
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Right: the work is cancelled, and waited for.
func (s *scenery) SetupRight(ctx context.Context, pieces []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- s.rigAll(ctx, pieces) }()
	select {
	case err := <-done:
		return err
	case <-time.After(5 * time.Second):
		return errLost
	}
}

func (s *scenery) SetupByHand(ctx context.Context, pieces []string) error {
	work, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- s.rigAll(work, pieces) }()
	select {
	case err := <-done:
		cancel()
		return err
	case <-time.After(5 * time.Second):
		cancel()
		<-done
		return errLost
	}
}

// The end of the context is the end of the work.
func (s *scenery) SetupUntil(ctx context.Context, pieces []string) error {
	done := make(chan error, 1)
	go func() { done <- s.rigAll(ctx, pieces) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// It is not given up: it has begun well if it has not failed by now.
func (s *scenery) Begin(ctx context.Context, pieces []string) error {
	failed := make(chan error, 1)
	go func() { failed <- s.rigAll(ctx, pieces) }()
	select {
	case err := <-failed:
		return err
	case <-time.After(time.Second):
		return nil
	}
}

// It waits for the work after all.
func (s *scenery) Patient(ctx context.Context, pieces []string) error {
	done := make(chan error, 1)
	go func() { done <- s.rigAll(ctx, pieces) }()
	select {
	case err := <-done:
		return err
	case <-time.After(5 * time.Second):
		s.log.Warn("slow")
		<-done
		return errLost
	}
}

// What it closes ends the work.
func (s *scenery) Closes(ctx context.Context, conn net.Conn, read func(context.Context, net.Conn) error) error {
	defer conn.Close()
	done := make(chan error, 1)
	go func() { done <- read(ctx, conn) }()
	select {
	case err := <-done:
		return err
	case <-time.After(5 * time.Second):
		return errLost
	}
}

// The work has a limit of its own.
func (s *scenery) Short(ctx context.Context, pieces []string) error {
	done := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
		defer cancel()
		done <- s.rigAll(ctx, pieces)
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(5 * time.Second):
		return errLost
	}
}

// Who calls it ends the context.
func (s *scenery) inner(ctx context.Context, pieces []string) error {
	done := make(chan error, 1)
	go func() { done <- s.rigAll(ctx, pieces) }()
	select {
	case err := <-done:
		return err
	case <-time.After(5 * time.Second):
		return errLost
	}
}

func (s *scenery) Outer(ctx context.Context, pieces []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return s.inner(ctx, pieces)
}

// The goroutine looks at the same loss.
type lease struct{ done chan struct{} }

func (l *lease) Done() <-chan struct{} { return l.done }

func (s *scenery) Leased(ctx context.Context, l *lease, work func(context.Context, *lease) error) error {
	done := make(chan error, 1)
	go func() { done <- work(ctx, l) }()
	select {
	case err := <-done:
		return err
	case <-l.Done():
		return errLost
	}
}

func (s *scenery) LeasedBlind(ctx context.Context, l *lease, work func(context.Context) error) error {
	done := make(chan error, 1)
	go func() { done <- work(ctx) }()
	select {
	case err := <-done:
		return err
	case <-l.Done():
		return errLost // want `\(\*scenery\).LeasedBlind fails here, and the goroutine`
	}
}

// A goroutine that goes round with what its starter closes.
type pianos struct{ note func(string) }

func (p *pianos) piano(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	go p.keepAwake(conn)
	buf := make([]byte, 100)
	for {
		n, err := conn.Read(buf)
		if err != nil {
			return
		}
		p.note(string(buf[:n]))
	}
}

func (p *pianos) keepAwake(conn net.Conn) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for range tick.C { // want `the goroutine goes round for ever: nothing ends it when \(\*pianos\).piano returns`
		if _, err := conn.Write([]byte("PING\n")); err != nil {
			p.note(err.Error())
		}
	}
}

func (p *pianos) harp(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	go p.keepAwakeWhile(conn)
	buf := make([]byte, 100)
	for {
		if _, err := conn.Read(buf); err != nil {
			return
		}
	}
}

func (p *pianos) keepAwakeWhile(conn net.Conn) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for range tick.C {
		if _, err := conn.Write([]byte("PING\n")); err != nil {
			return
		}
	}
}
