// Package good hands documents to a notary service that is often busy.
// The whole submission may take half a minute; its timer is made once and outlives the rounds.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// ErrBusy is the notary's answer when its queue is full; the document was not taken.
var ErrBusy = errors.New("notary busy")

// Notary seals documents.
type Notary interface {
	Seal(ctx context.Context, digest [32]byte) (receipt string, err error)
}

// Desk submits to one notary.
type Desk struct {
	notary  Notary
	overall time.Duration
	perCall time.Duration
	pause   time.Duration
}

// NewDesk returns a Desk with the usual limits.
func NewDesk(n Notary) *Desk {
	return &Desk{notary: n, overall: 30 * time.Second, perCall: 4 * time.Second, pause: time.Second}
}

// Submit returns the receipt for a digest.
func (d *Desk) Submit(ctx context.Context, digest [32]byte) (string, error) {
	over := time.NewTimer(d.overall)
	defer over.Stop()
	for round := 1; ; round++ {
		receipt, err := d.once(ctx, digest)
		if err == nil {
			return receipt, nil
		}
		if !errors.Is(err, ErrBusy) {
			return "", fmt.Errorf("submit in round %d: %w", round, err)
		}
		pause := time.NewTimer(d.pause + rand.N(d.pause))
		select {
		case <-pause.C:
		case <-over.C:
			pause.Stop()
			return "", fmt.Errorf("submit, %d rounds in %s: %w", round, d.overall, err)
		case <-ctx.Done():
			pause.Stop()
			return "", errors.Join(ctx.Err(), err)
		}
	}
}

func (d *Desk) once(ctx context.Context, digest [32]byte) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d.perCall)
	defer cancel()
	return d.notary.Seal(ctx, digest)
}
