package a

import (
	"context"
	"io"
	"net"
	"sync"
)

// Two connections that are copied into each other, in a helper with a context.
type switchboard struct {
	dialer net.Dialer
	addr   string
}

func (s *switchboard) Splice(ctx context.Context, caller net.Conn) error {
	defer caller.Close()
	callee, err := s.dialer.DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return err
	}
	defer callee.Close()
	var ways sync.WaitGroup
	ways.Go(func() { s.carry(ctx, callee, caller) })
	ways.Go(func() { s.carry(ctx, caller, callee) })
	ways.Wait()
	return ctx.Err()
}

func (s *switchboard) carry(ctx context.Context, to, from net.Conn) {
	_, _ = io.Copy(to, from) // want `\(\*switchboard\).carry takes ctx and waits without it: \(\*switchboard\).carry → io.Copy`
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}

// The end of the context closes them.
func (s *switchboard) SpliceRight(ctx context.Context, caller net.Conn) error {
	defer caller.Close()
	callee, err := s.dialer.DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return err
	}
	defer callee.Close()
	stop := context.AfterFunc(ctx, func() {
		caller.Close()
		callee.Close()
	})
	defer stop()
	var ways sync.WaitGroup
	ways.Go(func() { s.carryRight(ctx, callee, caller) })
	ways.Go(func() { s.carryRight(ctx, caller, callee) })
	ways.Wait()
	return ctx.Err()
}

func (s *switchboard) carryRight(ctx context.Context, to, from net.Conn) {
	_, _ = io.Copy(to, from)
}

// Whoever has returned first closes them for the other.
func (s *switchboard) SpliceUntilOne(ctx context.Context, caller net.Conn) error {
	callee, err := s.dialer.DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return err
	}
	go s.carryOne(ctx, callee, caller)
	go s.carryOne(ctx, caller, callee)
	<-ctx.Done()
	callee.Close()
	return caller.Close()
}

func (s *switchboard) carryOne(ctx context.Context, to, from net.Conn) {
	_, _ = io.Copy(to, from)
}

// Both come from outside, where they may be closed.
func (s *switchboard) Join(ctx context.Context, a, b net.Conn) {
	defer a.Close()
	defer b.Close()
	s.carryJoined(ctx, a, b)
}

func (s *switchboard) carryJoined(ctx context.Context, to, from net.Conn) {
	_, _ = io.Copy(to, from)
}
