// Package bad records a recital. What the recorder has not sent yet is flushed in a
// defer, but the cancel is deferred after it and so runs before it: the last bars of
// every recital are missing.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Note is a sound.
type Note struct {
	Pitch int
	At    time.Duration
}

// Uploader takes notes.
type Uploader interface {
	Upload(ctx context.Context, notes []Note) error
}

// Piano is played.
type Piano interface {
	Play(ctx context.Context, piece string, each func(Note) error) error
}

// Recorder sends notes in parcels.
type Recorder struct {
	up     Uploader
	parcel int
	notes  []Note
}

func (r *Recorder) add(ctx context.Context, n Note) error {
	r.notes = append(r.notes, n)
	if len(r.notes) < r.parcel {
		return nil
	}
	return r.Flush(ctx)
}

// Flush sends what is left.
func (r *Recorder) Flush(ctx context.Context) error {
	if len(r.notes) == 0 {
		return nil
	}
	if err := r.up.Upload(ctx, r.notes); err != nil { // OR ignored-done
		return fmt.Errorf("upload %d notes: %w", len(r.notes), err)
	}
	r.notes = nil
	return nil
}

// Hall has recitals.
type Hall struct {
	piano   Piano
	up      Uploader
	longest time.Duration
}

// Recital plays and records the piece.
func (h *Hall) Recital(ctx context.Context, piece string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, h.longest)
	rec := &Recorder{up: h.up, parcel: 256}
	defer func() { // OR ignored-done
		if ferr := rec.Flush(ctx); ferr != nil { // EXPECT ignored-done
			err = errors.Join(err, ferr)
		}
	}()
	defer cancel() // OR ignored-done

	return h.piano.Play(ctx, piece, func(n Note) error {
		return rec.add(ctx, n)
	})
}
