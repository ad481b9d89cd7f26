// Package good tunnels the control lines of trams through a relay. Two goroutines copy, one in
// each direction; the channel has room for the errors of both, so neither is left behind.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
)

// Relay connects trams to the depot.
type Relay struct {
	depot  string
	dialer *net.Dialer // has a timeout
	log    *slog.Logger
}

// Tunnel connects one tram to the depot until either side hangs up or ctx ends.
func (r *Relay) Tunnel(ctx context.Context, tram net.Conn) error {
	defer tram.Close()
	depot, err := r.dialer.DialContext(ctx, "tcp", r.depot)
	if err != nil {
		return fmt.Errorf("depot: %w", err)
	}
	defer depot.Close()

	ended := make(chan error, 2)
	go func() { ended <- pipe(depot, tram) }()
	go func() { ended <- pipe(tram, depot) }()

	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func pipe(dst io.Writer, src io.Reader) error {
	if _, err := io.Copy(dst, src); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Serve tunnels the trams that come in on a channel, and waits for the tunnels.
func (r *Relay) Serve(ctx context.Context, trams <-chan net.Conn) error {
	var tunnels sync.WaitGroup
	defer tunnels.Wait()
	for {
		select {
		case tram, ok := <-trams:
			if !ok {
				return nil
			}
			tunnels.Go(func() {
				if err := r.Tunnel(ctx, tram); err != nil {
					r.log.InfoContext(ctx, "tunnel ended", "tram", tram.RemoteAddr(), "err", err)
				}
			})
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
