// Package bad listens to a radio in a nature reserve. Each message is received in a
// goroutine of its own, so that the loop can leave at the end of its context or after
// a long silence. The one that is receiving then has nobody to give its message to.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrSilence says that nothing came for too long.
var ErrSilence = errors.New("radio is silent")

// Message is a call.
type Message struct {
	Bird string
	DB   float64
}

// Radio receives; Close ends a Receive in progress.
type Radio interface {
	Receive() (Message, error)
	Close() error
}

// Hide is where one listens.
type Hide struct {
	tune    func(ctx context.Context, channel int) (Radio, error)
	silence time.Duration
}

type heard struct {
	msg Message
	err error
}

// Listen passes messages on until ctx ends.
func (h *Hide) Listen(ctx context.Context, channel int, each func(Message)) error {
	radio, err := h.tune(ctx, channel)
	if err != nil {
		return fmt.Errorf("tune to %d: %w", channel, err)
	}
	defer radio.Close()

	quiet := time.NewTimer(h.silence)
	defer quiet.Stop()
	for {
		next := make(chan heard) // OR ignored-done
		go func() {              // OR ignored-done
			m, err := radio.Receive()
			next <- heard{m, err} // EXPECT ignored-done
		}()
		select {
		case got := <-next:
			if got.err != nil {
				return fmt.Errorf("receive: %w", got.err)
			}
			each(got.msg)
			quiet.Reset(h.silence)
		case <-quiet.C: // OR ignored-done
			return ErrSilence
		case <-ctx.Done(): // OR ignored-done
			return ctx.Err() // OR ignored-done
		}
	}
}
