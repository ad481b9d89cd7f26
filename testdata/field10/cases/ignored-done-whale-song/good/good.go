// Package good listens to hydrophones and opens a broken stream again, for as long as it is
// wanted. A stop ends the pause, and the pause tells the loop, which ends as well.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	firstPause = 500 * time.Millisecond
	lastPause  = 30 * time.Second
)

// ErrUnknownPod is returned for a pod without a hydrophone.
var ErrUnknownPod = errors.New("unknown pod")

// Song is a recorded call.
type Song struct {
	Pod    string
	At     time.Time
	Hertz  float64
	Length time.Duration
}

// Stream delivers songs; the context it was opened with ends it.
type Stream interface {
	Recv() (Song, error)
	Close() error
}

// Hydrophones opens streams.
type Hydrophones interface {
	Open(ctx context.Context, pod string) (Stream, error)
}

// Listener keeps a stream to one pod open.
type Listener struct {
	phones Hydrophones
	log    *slog.Logger
}

// Listen passes the songs of a pod to heard until ctx ends.
func (l *Listener) Listen(ctx context.Context, pod string, heard func(Song)) error {
	for failures := 0; ; failures++ {
		n, err := l.once(ctx, pod, heard)
		if errors.Is(err, ErrUnknownPod) {
			return err
		}
		if n > 0 {
			failures = 0
		}
		l.log.WarnContext(ctx, "stream broke, opening it again", "pod", pod, "songs", n, "err", err)
		if err := pause(ctx, failures); err != nil {
			return err
		}
	}
}

func (l *Listener) once(ctx context.Context, pod string, heard func(Song)) (n int, err error) {
	stream, err := l.phones.Open(ctx, pod)
	if err != nil {
		return 0, fmt.Errorf("open %s: %w", pod, err)
	}
	defer stream.Close()
	for {
		song, err := stream.Recv()
		if err != nil {
			return n, fmt.Errorf("listen to %s: %w", pod, err)
		}
		n++
		heard(song)
	}
}

// pause waits longer with every failure, with half of the time left to chance.
func pause(ctx context.Context, failures int) error {
	d := min(firstPause<<min(failures, 10), lastPause)
	timer := time.NewTimer(d/2 + rand.N(d/2))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
