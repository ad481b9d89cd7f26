// Package ok keeps a buoy connected to the shore for years.
// It is right although the loop has no end and the step only grows: the schedule caps it, spreads it at random in its
// own package, and is set back by every connection that carried data.
package ok

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"faultfield/cases/ok-retry-hygiene-spread-redial/schedule"
)

// Buoy sends samples.
type Buoy struct {
	shore   string
	samples <-chan []byte
	log     *slog.Logger
}

// New returns a Buoy.
func New(shore string, samples <-chan []byte, log *slog.Logger) *Buoy {
	return &Buoy{shore: shore, samples: samples, log: log}
}

// Run sends samples until ctx ends or there are no more.
func (b *Buoy) Run(ctx context.Context) error {
	pauses := schedule.New(2*time.Second, 10*time.Minute)
	for {
		sent, err := b.session(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			return nil
		case sent > 0:
			pauses.Reset()
		}
		d := pauses.Next()
		b.log.Warn("shore lost", "sent", sent, "next", d, "err", err)
		if err := schedule.Sleep(ctx, d); err != nil {
			return err
		}
	}
}

func (b *Buoy) session(ctx context.Context) (sent int, err error) {
	d := net.Dialer{Timeout: 30 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", b.shore)
	if err != nil {
		return 0, fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	ack := make([]byte, 1)
	for {
		var sample []byte
		var ok bool
		select {
		case <-ctx.Done():
			return sent, ctx.Err()
		case sample, ok = <-b.samples:
		}
		if !ok {
			return sent, nil
		}
		if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
			return sent, err
		}
		if _, err := conn.Write(sample); err != nil {
			return sent, fmt.Errorf("send: %w", err)
		}
		if _, err := io.ReadFull(conn, ack); err != nil {
			return sent, fmt.Errorf("acknowledgement: %w", err)
		}
		sent++
	}
}
