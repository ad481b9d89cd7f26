// Package good renders previews of carillon pieces as they are edited. A stop ends the renderings, and
// Run returns when they are through.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
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
	var previews sync.WaitGroup
	defer previews.Wait()
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
		previews.Go(func() {
			defer func() { <-s.slots }()
			if err := s.preview(ctx, piece); err != nil {
				s.log.Error("preview failed", "piece", piece, "err", err)
			}
		})
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
