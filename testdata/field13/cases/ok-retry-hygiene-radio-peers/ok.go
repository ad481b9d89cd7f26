// Package ok keeps a link to each peer of a radio network for as long as the node runs. The
// delay is set back to its beginning in every pass that got through the handshake. That looks
// as if it never grew, but a failed handshake continues before it, with the longer delay; and
// a link that broke is redialled after the short one, not at once.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	firstDelay = time.Second
	maxDelay   = 2 * time.Minute
	dialLimit  = 10 * time.Second
)

// Link is an open connection to a peer.
type Link interface {
	// Serve handles frames until the link breaks or ctx ends.
	Serve(ctx context.Context) error
	Close() error
}

// Dialer opens links and shakes hands.
type Dialer interface {
	Dial(ctx context.Context, peer string) (Link, error)
}

// Node holds the links.
type Node struct {
	dialer Dialer
	log    *slog.Logger
}

// Hold keeps the link to one peer until ctx ends.
func (n *Node) Hold(ctx context.Context, peer string) error {
	delay := firstDelay
	for {
		link, err := n.dial(ctx, peer)
		if err != nil {
			n.log.Warn("peer not reached", "peer", peer, "again", delay, "err", err)
			if err := rest(ctx, delay); err != nil {
				return fmt.Errorf("peer %s: %w", peer, err)
			}
			delay = min(2*delay, maxDelay)
			continue
		}
		delay = firstDelay
		err = link.Serve(ctx)
		_ = link.Close()
		n.log.Info("link over", "peer", peer, "err", err)
		if err := rest(ctx, delay); err != nil {
			return fmt.Errorf("peer %s: %w", peer, err)
		}
	}
}

func (n *Node) dial(ctx context.Context, peer string) (Link, error) {
	ctx, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	return n.dialer.Dial(ctx, peer)
}

// rest waits between half of d and d, so that not all peers redial in one moment.
func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d/2 + rand.N(d/2))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
