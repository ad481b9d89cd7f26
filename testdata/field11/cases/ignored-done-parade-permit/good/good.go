// Package good waits for the permit of a carnival float. The questions to the office and the
// rests between them end with the context.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// ErrRefused says that the float may not take part.
var ErrRefused = errors.New("permit refused")

// State is how far the office is.
type State int

// The states of an application.
const (
	Pending State = iota
	Granted
	Refused
)

// Application is what the office knows about a float.
type Application struct {
	State State
	Note  string
}

// Office decides on floats.
type Office interface {
	Look(ctx context.Context, float string) (Application, error)
}

// Desk asks the office on behalf of the builders.
type Desk struct {
	office   Office
	patience time.Duration
	log      *slog.Logger
}

// Await returns the note on the permit once it is granted.
func (d *Desk) Await(ctx context.Context, float string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d.patience)
	defer cancel()

	p := pace{next: 2 * time.Second, longest: 2 * time.Minute}
	for {
		app, err := d.office.Look(ctx, float)
		if err != nil {
			return "", fmt.Errorf("permit of %s: %w", float, err)
		}
		switch app.State {
		case Granted:
			return app.Note, nil
		case Refused:
			return "", fmt.Errorf("permit of %s: %w: %s", float, ErrRefused, app.Note)
		}
		d.log.DebugContext(ctx, "permit pending", "float", float)
		if err := p.rest(ctx); err != nil {
			return "", fmt.Errorf("permit of %s: still pending: %w", float, err)
		}
	}
}

// pace spaces questions out, each rest longer than the one before.
type pace struct {
	next, longest time.Duration
}

func (p *pace) rest(ctx context.Context) error {
	timer := time.NewTimer(p.next)
	defer timer.Stop()
	p.next = min(p.next*3/2, p.longest)
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
