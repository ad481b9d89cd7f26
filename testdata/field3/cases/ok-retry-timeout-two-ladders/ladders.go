// Package ok borrows ladders from a neighbour's shed. The list of pauses is longer than any caller's
// patience; before each pause the caller's deadline is asked whether it leaves room for it.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

var pauses = []time.Duration{time.Second, 5 * time.Second, 20 * time.Second, time.Minute, 5 * time.Minute}

// Shed has ladders.
type Shed interface {
	Reserved(ctx context.Context, ladder string) (string, error)
}

// Neighbour asks for ladders.
type Neighbour struct{ shed Shed }

// Reserved says for whom a ladder is kept.
func (n *Neighbour) Reserved(ctx context.Context, ladder string) (string, error) {
	for i := 0; ; i++ {
		who, err := n.ask(ctx, ladder)
		if err == nil {
			return who, nil
		}
		if ctx.Err() != nil || i == len(pauses) {
			return "", fmt.Errorf("ladder %s: %w", ladder, err)
		}
		pause := pauses[i]/2 + rand.N(pauses[i]/2)
		if end, ok := ctx.Deadline(); ok && time.Until(end) <= pause {
			return "", fmt.Errorf("ladder %s: no time for another try: %w", ladder, err)
		}
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return "", errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

func (n *Neighbour) ask(ctx context.Context, ladder string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return n.shed.Reserved(ctx, ladder)
}
