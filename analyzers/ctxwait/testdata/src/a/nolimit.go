package a

import (
	"context"
	"errors"
	"io"
	"time"
)

// A wire has a channel of one place for a mutex.
type wire struct {
	mu  chan struct{}
	out io.Writer
}

func newWire(out io.Writer) *wire {
	w := &wire{mu: make(chan struct{}, 1), out: out}
	w.mu <- struct{}{}
	return w
}

// control waits without a limit only for callers who say so.
func (w *wire) control(p []byte, deadline time.Time) error {
	if deadline.IsZero() {
		<-w.mu
	} else {
		timer := time.NewTimer(time.Until(deadline))
		defer timer.Stop()
		select {
		case <-w.mu:
		case <-timer.C:
			return errors.New("timeout")
		}
	}
	defer func() { w.mu <- struct{}{} }()
	_, err := w.out.Write(p)
	return err
}

func (w *wire) plain(p []byte) error {
	<-w.mu // want `receive from w.mu does not end when ctx of its caller pong does`
	defer func() { w.mu <- struct{}{} }()
	_, err := w.out.Write(p)
	return err
}

// Right: it gives a limit.
func ping(ctx context.Context, w *wire) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return w.control(nil, time.Now().Add(time.Second))
}

// The other method has none to give.
func pong(ctx context.Context, w *wire) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return w.plain(nil)
}
