// Package good runs on the base stations that receive the collars of otters and keeps each of
// them connected to the institute. The random part of the pause is different on each station.
package good

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/coder/websocket"
)

const (
	dialLimit = 10 * time.Second
	shortest  = 2 * time.Second
	longest   = 90 * time.Second
)

// Feed hands the collars' signals to a connection until that breaks.
type Feed interface {
	Pump(ctx context.Context, conn *websocket.Conn) error
}

// Station is one of a few thousand.
type Station struct {
	url  string
	feed Feed
	log  *slog.Logger
}

// NewStation reports to the institute at url.
func NewStation(url string, feed Feed, log *slog.Logger) *Station {
	return &Station{url: url, feed: feed, log: log}
}

// Run keeps the station connected until ctx ends.
func (s *Station) Run(ctx context.Context) error {
	pause := shortest
	for {
		up := time.Now()
		err := s.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(up) > longest {
			pause = shortest
		}
		d := s.spread(pause)
		s.log.Warn("institute lost", "next", d, "err", err)
		t := time.NewTimer(d)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
		pause = min(pause*2, longest)
	}
}

func (s *Station) session(ctx context.Context) error {
	dctx, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	conn, _, err := websocket.Dial(dctx, s.url, nil)
	if err != nil {
		return err
	}
	defer conn.CloseNow()
	return s.feed.Pump(ctx, conn)
}

// spread adds up to a half.
func (s *Station) spread(d time.Duration) time.Duration {
	return d + rand.N(d/2)
}
