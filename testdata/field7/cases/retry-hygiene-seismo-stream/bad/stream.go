// Package bad receives the trace of a seismometer over a websocket, for months on end.
// The pause doubles with each lost connection and never becomes small again: after a handful of
// drops spread over weeks, every short hiccup costs five minutes of the trace.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/coder/websocket"
)

const (
	shortest    = 500 * time.Millisecond
	longest     = 5 * time.Minute
	dialLimit   = 8 * time.Second
	silentLimit = 30 * time.Second
)

// Sink takes the samples; an error of it ends the stream for good.
type Sink func(frame []byte) error

type sinkError struct{ error }

// Stream is the connection to one instrument.
type Stream struct {
	url  string
	sink Sink
	log  *slog.Logger

	pause time.Duration // before the next connection
}

// NewStream returns a Stream that has not yet connected.
func NewStream(url string, sink Sink, log *slog.Logger) *Stream {
	return &Stream{url: url, sink: sink, log: log, pause: shortest}
}

// Run reads until ctx ends or the sink fails.
func (s *Stream) Run(ctx context.Context) error {
	for { // OR retry-hygiene
		frames, err := s.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if se, ok := err.(sinkError); ok {
			return se.error
		}
		s.log.Warn("seismometer lost", "frames", frames, "pause", s.pause, "err", err)
		if err := s.idle(ctx); err != nil {
			return err
		}
	}
}

// idle waits and makes the next pause longer.
func (s *Stream) idle(ctx context.Context) error {
	t := time.NewTimer(s.pause + rand.N(s.pause/2)) // OR retry-hygiene
	defer t.Stop()
	s.pause = min(2*s.pause, longest) // EXPECT retry-hygiene
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// session connects and reads; it returns how many frames came.
func (s *Stream) session(ctx context.Context) (int, error) {
	dialCtx, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	conn, _, err := websocket.Dial(dialCtx, s.url, nil)
	if err != nil {
		return 0, fmt.Errorf("connect: %w", err)
	}
	defer conn.CloseNow()
	for n := 0; ; n++ {
		frame, err := read(ctx, conn)
		if err != nil {
			return n, err
		}
		if err := s.sink(frame); err != nil {
			return n, sinkError{err}
		}
	}
}

func read(ctx context.Context, conn *websocket.Conn) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, silentLimit)
	defer cancel()
	_, frame, err := conn.Read(ctx)
	return frame, err
}
