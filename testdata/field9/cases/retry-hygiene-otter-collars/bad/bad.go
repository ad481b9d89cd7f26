// Package bad runs on the base stations that receive the collars of otters and keeps each of
// them connected to the institute. The random part of the pause comes from a generator with a
// fixed seed: all stations draw the same numbers and come back in the same moment.
package bad

import (
	"context"
	"log/slog"
	"math/rand"
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
	rng  *rand.Rand
	log  *slog.Logger
}

// NewStation reports to the institute at url.
func NewStation(url string, feed Feed, log *slog.Logger) *Station {
	return &Station{url: url, feed: feed, rng: rand.New(rand.NewSource(1)), log: log} // EXPECT retry-hygiene
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
		d := s.spread(pause) // OR retry-hygiene
		s.log.Warn("institute lost", "next", d, "err", err)
		t := time.NewTimer(d) // OR retry-hygiene
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
	return d + time.Duration(s.rng.Int63n(int64(d/2))) // OR retry-hygiene
}
