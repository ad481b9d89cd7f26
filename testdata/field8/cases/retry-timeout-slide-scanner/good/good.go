// Package good makes previews of scanned slides, one for each message of a JetStream consumer.
// Before each of the up to four tries the server is told that the work goes on, which starts its thirty seconds anew.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	ackWait  = 30 * time.Second
	tryLimit = 15 * time.Second
	maxTries = 4
)

// ErrUnreadable means that the scan itself is broken.
var ErrUnreadable = errors.New("scan unreadable")

// Maker makes the preview of a slide; it replaces one that is there.
type Maker interface {
	Preview(ctx context.Context, slide string) error
}

// Worker takes slides from a stream.
type Worker struct {
	js    jetstream.JetStream
	maker Maker
	log   *slog.Logger
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	cons, err := w.js.CreateOrUpdateConsumer(ctx, "SLIDES", jetstream.ConsumerConfig{
		Durable:       "previews",
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       ackWait,
		MaxDeliver:    3,
		MaxAckPending: 1,
		FilterSubject: "slides.scanned",
	})
	if err != nil {
		return fmt.Errorf("consumer: %w", err)
	}
	msgs, err := cons.Messages(jetstream.PullMaxMessages(1))
	if err != nil {
		return fmt.Errorf("messages: %w", err)
	}
	stop := context.AfterFunc(ctx, msgs.Stop)
	defer stop()
	defer msgs.Stop()
	for {
		m, err := msgs.Next()
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("next slide: %w", err)
		}
		if err := w.settle(ctx, m, w.preview(ctx, m)); err != nil {
			w.log.Warn("slide not settled", "err", err)
		}
	}
}

// settle gives a slide up when all tries have failed: a second delivery is for workers that stopped in the middle.
func (w *Worker) settle(ctx context.Context, m jetstream.Msg, err error) error {
	switch {
	case err == nil:
		return m.Ack()
	case ctx.Err() != nil:
		return m.Nak()
	default:
		w.log.Error("slide given up", "slide", string(m.Data()), "err", err)
		return m.Term()
	}
}

func (w *Worker) preview(ctx context.Context, m jetstream.Msg) error {
	for try := 1; ; try++ {
		if err := m.InProgress(); err != nil {
			w.log.Warn("server not told of a try", "try", try, "err", err)
		}
		err := w.once(ctx, string(m.Data()))
		if err == nil || errors.Is(err, ErrUnreadable) || try == maxTries || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(try)*time.Second + rand.N(time.Second)):
		}
	}
}

func (w *Worker) once(ctx context.Context, slide string) error {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	return w.maker.Preview(ctx, slide)
}
