// Package bad pulls flower orders from pull requests of a planning board. Between two looks
// the select's default sleeps the whole interval, five minutes by default, so a shutdown
// has to wait for the end of the nap.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Card is an entry of the board.
type Card struct {
	ID      int
	Bouquet string
	Closed  bool
}

// Board lists cards.
type Board interface {
	Cards(ctx context.Context, label string) ([]Card, error)
	Comment(ctx context.Context, id int, text string) error
}

// Poller turns cards into orders.
type Poller struct {
	board    Board
	interval time.Duration
	known    map[int]bool
	log      *slog.Logger
}

// Option configures a poller.
type Option func(*Poller)

// WithInterval sets the time between two looks at the board.
func WithInterval(d time.Duration) Option { return func(p *Poller) { p.interval = d } }

// NewPoller returns a poller of board.
func NewPoller(board Board, log *slog.Logger, opts ...Option) *Poller {
	p := &Poller{board: board, interval: 5 * time.Minute, known: make(map[int]bool), log: log}
	for _, opt := range opts {
		opt(p)
	}
	return p
}

// Start polls until ctx ends.
func (p *Poller) Start(ctx context.Context) error {
	p.log.Info("poller started", "interval", p.interval)
	for {
		select {
		case <-ctx.Done():
			p.log.Info("poller stopped")
			return nil
		default: // OR ignored-done
			if err := p.look(ctx); err != nil {
				p.log.Error("look at the board", "err", err)
			}
			time.Sleep(p.interval) // EXPECT ignored-done
		}
	}
}

func (p *Poller) look(ctx context.Context) error {
	cards, err := p.board.Cards(ctx, "order")
	if err != nil {
		return fmt.Errorf("list cards: %w", err)
	}
	var errs []error
	for _, c := range cards {
		if c.Closed || p.known[c.ID] {
			continue
		}
		if err := p.board.Comment(ctx, c.ID, "ordered: "+c.Bouquet); err != nil {
			errs = append(errs, fmt.Errorf("card %d: %w", c.ID, err))
			continue
		}
		p.known[c.ID] = true
	}
	return errors.Join(errs...)
}
