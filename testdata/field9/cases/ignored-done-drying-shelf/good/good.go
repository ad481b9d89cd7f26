// Package good gives out room on the drying shelf of a pottery. A potter whose piece does not
// fit waits on a sync.Cond, which the end of the context wakes too.
package good

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrTooWide says that a piece is wider than the shelf.
var ErrTooWide = errors.New("wider than the shelf")

// Shelf has a limited width.
type Shelf struct {
	mu    sync.Mutex
	freed *sync.Cond
	width int
	used  int
}

// NewShelf returns an empty shelf.
func NewShelf(width int) *Shelf {
	s := &Shelf{width: width}
	s.freed = sync.NewCond(&s.mu)
	return s
}

// Reserve takes room for a piece; the returned function gives it back.
func (s *Shelf) Reserve(ctx context.Context, width int) (func(), error) {
	if width > s.width {
		return nil, ErrTooWide
	}
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.freed.Broadcast()
	})
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.used+width > s.width {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.freed.Wait()
	}
	s.used += width
	return sync.OnceFunc(func() { s.release(width) }), nil
}

func (s *Shelf) release(width int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used -= width
	s.freed.Broadcast()
}

// Piece is made of wet clay.
type Piece struct {
	Name  string
	Width int
}

// Fan dries a piece.
type Fan interface {
	Dry(ctx context.Context, p Piece) error
}

// Dry keeps the piece on the shelf until the fan is done with it.
func (s *Shelf) Dry(ctx context.Context, fan Fan, p Piece, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	release, err := s.Reserve(ctx, p.Width)
	if err != nil {
		return fmt.Errorf("room for %s: %w", p.Name, err)
	}
	defer release()
	return fan.Dry(ctx, p)
}
