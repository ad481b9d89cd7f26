// Package good plays a duet with a remote pianist. When the player stops, the pianist is
// told once and has a moment for the last notes; the case that saw the stop is switched off.
package good

import (
	"context"
	"errors"
	"time"
)

// Note is one key.
type Note struct {
	Key  byte
	Last bool
}

// Pianist is on the other end.
type Pianist interface {
	Notes() <-chan Note
	Lost() <-chan error
	Stop() error
}

// Result is what was heard.
type Result struct {
	Notes   []Note
	Stopped bool
}

var errMute = errors.New("pianist never finished")

// Duet collects the notes of one piece.
type Duet struct {
	pianist Pianist
	grace   time.Duration
}

// Play returns when the pianist plays the last note or is lost.
func (d *Duet) Play(ctx context.Context) (*Result, error) {
	res := &Result{}
	done := ctx.Done()
	var late <-chan time.Time
	for {
		select {
		case n := <-d.pianist.Notes():
			res.Notes = append(res.Notes, n)
			if n.Last {
				return res, ctx.Err()
			}
		case err := <-d.pianist.Lost():
			return res, err
		case <-done:
			done = nil
			res.Stopped = true
			if err := d.pianist.Stop(); err != nil {
				return res, errors.Join(ctx.Err(), err)
			}
			late = time.After(d.grace)
		case <-late:
			return res, errors.Join(ctx.Err(), errMute)
		}
	}
}
