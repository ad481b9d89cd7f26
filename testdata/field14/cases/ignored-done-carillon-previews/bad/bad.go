// Package bad renders previews of carillon pieces as they are edited. The goroutine of a preview gets
// a context of its own making, so a stop of the studio ends the loop and leaves the
// renderings running, with nobody to wait for them.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Renderer makes the sound of a piece.
type Renderer interface {
	Render(ctx context.Context, piece string) ([]byte, error)
}

// Shelf keeps previews.
type Shelf interface {
	Put(ctx context.Context, piece string, sound []byte) error
}

// Studio turns edits into previews, a few at a time.
type Studio struct {
	edits    <-chan string
	renderer Renderer
	shelf    Shelf
	slots    chan struct{}
	limit    time.Duration // of one preview
	log      *slog.Logger
}

// NewStudio returns a studio that renders up to n previews at once.
func NewStudio(edits <-chan string, renderer Renderer, shelf Shelf, n int, log *slog.Logger) *Studio {
	return &Studio{
		edits:    edits,
		renderer: renderer,
		shelf:    shelf,
		slots:    make(chan struct{}, n),
		limit:    3 * time.Minute,
		log:      log,
	}
}

// Run works until ctx ends or there are no more edits.
func (s *Studio) Run(ctx context.Context) error {
	for {
		var piece string
		var open bool
		select {
		case piece, open = <-s.edits:
			if !open {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
		select {
		case s.slots <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		go func() { // OR ignored-done
			defer func() { <-s.slots }()
			if err := s.preview(context.Background(), piece); err != nil { // EXPECT ignored-done
				s.log.Error("preview failed", "piece", piece, "err", err)
			}
		}()
	}
}

func (s *Studio) preview(ctx context.Context, piece string) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	sound, err := s.renderer.Render(ctx, piece)
	if err != nil {
		return fmt.Errorf("render: %w", err)
	}
	if err := s.shelf.Put(ctx, piece, sound); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}
