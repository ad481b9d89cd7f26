// Package bad keeps a crater probe connected to the observatory. The pacer caps what it hands
// out but doubles what it keeps: after some thirty failures the kept value is negative, soon it
// is zero, the smaller of it and the cap is no pause at all, and the probe redials without rest.
package bad

import (
	"context"
	"crypto/tls"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

// pacer hands out growing pauses.
type pacer struct {
	first, most time.Duration
	next        time.Duration
}

func (p *pacer) reset() { p.next = p.first }

func (p *pacer) pause() time.Duration {
	d := min(p.next, p.most) // OR retry-hygiene
	p.next *= 2              // EXPECT retry-hygiene
	return d + time.Duration(rand.Float64()*float64(d)/4)
}

// Probe is a measuring station in a crater.
type Probe struct {
	observatory string
	dialer      tls.Dialer
	stream      func(ctx context.Context, conn net.Conn) error
	log         *slog.Logger
}

// NewProbe reports to the observatory with stream.
func NewProbe(observatory string, conf *tls.Config, stream func(context.Context, net.Conn) error, log *slog.Logger) *Probe {
	return &Probe{
		observatory: observatory,
		dialer:      tls.Dialer{NetDialer: &net.Dialer{Timeout: 15 * time.Second}, Config: conf},
		stream:      stream,
		log:         log,
	}
}

// Report sends measurements until ctx ends.
func (p *Probe) Report(ctx context.Context) error {
	pace := pacer{first: time.Second, most: 3 * time.Minute, next: time.Second}
	for {
		since := time.Now()
		err := p.connect(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(since) > pace.most {
			pace.reset()
		}
		d := pace.pause() // OR retry-hygiene
		p.log.Warn("observatory lost", "next", d, "err", err)
		t := time.NewTimer(d) // OR retry-hygiene
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (p *Probe) connect(ctx context.Context) error {
	conn, err := p.dialer.DialContext(ctx, "tcp", p.observatory)
	if err != nil {
		return err
	}
	defer conn.Close()
	return p.stream(ctx, conn)
}
