// Package relay runs the parts of a small radio gateway.
package relay

import (
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

// Frame is what comes from the antenna.
type Frame []byte

// Radio delivers frames.
type Radio interface {
	Receive(ctx context.Context) (Frame, error)
}

// Uplink takes frames.
type Uplink interface {
	Send(ctx context.Context, f Frame) error
}

// Gateway connects the two.
type Gateway struct {
	radio  Radio
	uplink Uplink
	status http.Handler
	frames chan Frame
}

// New returns a gateway.
func New(radio Radio, uplink Uplink, status http.Handler) *Gateway {
	return &Gateway{radio: radio, uplink: uplink, status: status, frames: make(chan Frame, 32)}
}

// Run works until ctx ends, which is the normal way to stop and no error.
func (g *Gateway) Run(ctx context.Context) error {
	srv := &http.Server{
		Addr:              "127.0.0.1:8091",
		Handler:           g.status,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      10 * time.Second,
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return g.receive(ctx) })
	group.Go(func() error { return g.send(ctx) })
	group.Go(func() error {
		if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		stopCtx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		return srv.Shutdown(stopCtx)
	})
	return group.Wait()
}

func (g *Gateway) receive(ctx context.Context) error {
	for {
		f, err := g.radio.Receive(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		select {
		case g.frames <- f:
		case <-ctx.Done():
			return nil
		}
	}
}

func (g *Gateway) send(ctx context.Context) error {
	for {
		select {
		case f := <-g.frames:
			if err := g.uplink.Send(ctx, f); err != nil && ctx.Err() == nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}
