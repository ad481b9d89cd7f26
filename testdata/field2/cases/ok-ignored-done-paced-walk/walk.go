// Package ok checks links at a gentle pace. The loop has no select; the limiter's Wait
// is where it notices the end of its context, at the latest in the next turn.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/time/rate"
)

// Frontier hands out links and takes new ones.
type Frontier interface {
	Pop() (link string, ok bool)
	Push(links ...string)
}

// Visitor visits one link.
type Visitor interface {
	Visit(ctx context.Context, link string) (found []string, err error)
}

// Walker visits all links.
type Walker struct {
	frontier Frontier
	visitor  Visitor
	pace     *rate.Limiter
	limit    time.Duration
	log      *slog.Logger
}

// Walk runs until nothing is left or ctx ends.
func (w *Walker) Walk(ctx context.Context) error {
	for {
		link, ok := w.frontier.Pop()
		if !ok {
			return nil
		}
		if err := w.pace.Wait(ctx); err != nil {
			w.frontier.Push(link)
			return fmt.Errorf("walk stopped at %s: %w", link, err)
		}
		found, err := w.visit(ctx, link)
		if err != nil {
			w.log.WarnContext(ctx, "dead link", "link", link, "err", err)
			continue
		}
		w.frontier.Push(found...)
	}
}

func (w *Walker) visit(ctx context.Context, link string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, w.limit)
	defer cancel()
	return w.visitor.Visit(ctx, link)
}
