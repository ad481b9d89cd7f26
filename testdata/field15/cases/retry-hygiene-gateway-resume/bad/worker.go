// Package worker holds a bot's session at the gateway of a chat service. The gateway hangs up
// every few hours, and the worker resumes the session then.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	shortest = time.Second
	longest  = 5 * time.Minute
)

// ErrToken is returned when the gateway does not know the bot; the operator has to act.
var ErrToken = errors.New("gateway refused the token")

// Event is something that happened in a chat.
type Event struct {
	Seq  int64
	Kind string
	Data []byte
}

// Session is an established session.
type Session interface {
	Receive(ctx context.Context) (Event, error)
	Close() error
}

// Gateway opens sessions; after is the last event seen. It bounds the handshake itself.
type Gateway interface {
	Open(ctx context.Context, after int64) (Session, error)
}

// Worker handles the events of one bot.
type Worker struct {
	gateway Gateway
	handle  func(ctx context.Context, e Event)
	last    int64
	log     *slog.Logger
}

// Run holds the session until ctx ends or the token is refused.
func (w *Worker) Run(ctx context.Context) error {
	wait := shortest // OR retry-hygiene
	for {
		err := w.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, ErrToken) {
			return err
		}
		next := wait/2 + rand.N(wait/2)
		w.log.WarnContext(ctx, "session ended", "after", w.last, "next", next, "err", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(next):
		}
		wait = min(2*wait, longest) // EXPECT retry-hygiene
	}
}

func (w *Worker) session(ctx context.Context) error {
	s, err := w.gateway.Open(ctx, w.last)
	if err != nil {
		return fmt.Errorf("open session: %w", err)
	}
	defer s.Close()
	w.log.InfoContext(ctx, "session open", "after", w.last)
	for {
		e, err := s.Receive(ctx)
		if err != nil {
			return fmt.Errorf("receive: %w", err)
		}
		w.handle(ctx, e)
		w.last = e.Seq
	}
}
