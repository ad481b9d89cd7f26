// Package good keeps a tide gauge connected to its harbour office.
// The pause doubles with each failed dial, up to two minutes.
package good

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

// Options of an uplink.
type Options struct {
	Addr       string
	MinPause   time.Duration
	MaxPause   time.Duration
	Multiplier int
}

func (o *Options) defaults() {
	if o.MinPause <= 0 {
		o.MinPause = time.Second
	}
	if o.MaxPause <= 0 {
		o.MaxPause = 2 * time.Minute
	}
	if o.Multiplier < 2 {
		o.Multiplier = 2
	}
}

// Session talks over one connection until it breaks.
type Session func(ctx context.Context, conn net.Conn) error

// Uplink dials, runs sessions, dials again.
type Uplink struct {
	opts   Options
	dialer net.Dialer
	run    Session
	log    *slog.Logger
}

// New returns an uplink.
func New(opts Options, run Session, log *slog.Logger) *Uplink {
	opts.defaults()
	return &Uplink{opts: opts, dialer: net.Dialer{Timeout: 10 * time.Second}, run: run, log: log}
}

// Run works until ctx ends.
func (u *Uplink) Run(ctx context.Context) error {
	pause := u.opts.MinPause
	for ctx.Err() == nil {
		conn, err := u.dialer.DialContext(ctx, "tcp", u.opts.Addr)
		if err == nil {
			pause = u.opts.MinPause
			err = u.serve(ctx, conn)
		}
		u.log.Warn("uplink down", "addr", u.opts.Addr, "err", err, "pause", pause)
		if !sleep(ctx, pause/2+rand.N(pause)) {
			break
		}
		pause = min(pause*time.Duration(u.opts.Multiplier), u.opts.MaxPause)
	}
	return ctx.Err()
}

func (u *Uplink) serve(ctx context.Context, conn net.Conn) error {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	defer conn.Close()
	return u.run(ctx, conn)
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
