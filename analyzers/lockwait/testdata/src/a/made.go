package a

import (
	"context"
	"net"
	"sync"
	"time"
)

// Whoever waits for the lock needs the connection, which is made once and within two seconds.
type lazy struct {
	mu   sync.Mutex
	conn net.Conn
}

func (l *lazy) Init(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		return nil
	}
	return l.connect(ctx)
}

func (l *lazy) connect(context.Context) (err error) {
	l.conn, err = net.DialTimeout("tcp", "h:1", 2*time.Second)
	return err
}

func (l *lazy) Use(ctx context.Context) error { return l.Init(ctx) }

// Nothing limits this one.
type endless struct {
	mu   sync.Mutex
	conn net.Conn
}

func (l *endless) Init(ctx context.Context) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		return nil
	}
	l.conn, err = net.Dial("tcp", "h:1") // want `l.mu, taken at made.go:\d+, is held across net.Dial`
	return err
}

func (l *endless) Use(ctx context.Context) error { return l.Init(ctx) }

// Each call dials anew: who waits for the lock wants another thing.
type anew struct {
	mu   sync.Mutex
	last net.Conn
}

func (l *anew) Dial(ctx context.Context) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last, err = net.DialTimeout("tcp", "h:1", 2*time.Second) // want `l.mu, taken at made.go:\d+, is held across net.DialTimeout`
	return err
}

func (l *anew) Use(ctx context.Context) error { return l.Dial(ctx) }

// The same by a flag, and the other way round.
type flagged struct {
	mu    sync.Mutex
	ready bool
	conn  net.Conn
}

func (l *flagged) Init(ctx context.Context) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ready {
		if l.conn, err = net.DialTimeout("tcp", "h:1", 2*time.Second); err != nil {
			return err
		}
		l.ready = true
	}
	return nil
}

func (l *flagged) Use(ctx context.Context) error { return l.Init(ctx) }

// The flag asks for something else than whether it has been made.
type stale struct {
	mu    sync.Mutex
	stale bool
	conn  net.Conn
}

func (l *stale) Renew(ctx context.Context) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stale {
		l.conn, err = net.DialTimeout("tcp", "h:1", 2*time.Second) // want `l.mu, taken at made.go:\d+, is held across net.DialTimeout`
		l.stale = false
	}
	return err
}

func (l *stale) Use(ctx context.Context) error { return l.Renew(ctx) }
