// Package ok asks the suppliers of a lamp shop for a price, one after the other. The check of the
// attempt's own context looks as if its deadline were taken for the caller's; it only picks the words
// of the log line. Whether the next supplier is asked depends on the caller's context alone.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

const (
	quoteLimit = 3 * time.Second
	askBudget  = 15 * time.Second
)

// ErrNoQuote is returned when no supplier named a price.
var ErrNoQuote = errors.New("no quote")

// Quote is the price of a lamp.
type Quote struct {
	Supplier string
	Cents    int
}

// Supplier names prices.
type Supplier interface {
	Name() string
	Price(ctx context.Context, lamp string) (int, error)
}

// Shop asks up to five suppliers, the favourite first.
type Shop struct {
	suppliers []Supplier
	log       *slog.Logger
}

// NewShop returns a shop with its suppliers.
func NewShop(suppliers []Supplier, log *slog.Logger) (*Shop, error) {
	if len(suppliers) > int(askBudget/quoteLimit) {
		return nil, fmt.Errorf("%d suppliers do not fit into %s", len(suppliers), askBudget)
	}
	return &Shop{suppliers: suppliers, log: log}, nil
}

// Quote returns the first price that is named.
func (s *Shop) Quote(ctx context.Context, lamp string) (Quote, error) {
	ctx, cancel := context.WithTimeout(ctx, askBudget)
	defer cancel()

	failed := []error{ErrNoQuote}
	for _, sup := range s.suppliers {
		cents, late, err := s.price(ctx, sup, lamp)
		if err == nil {
			return Quote{Supplier: sup.Name(), Cents: cents}, nil
		}
		failed = append(failed, fmt.Errorf("%s: %w", sup.Name(), err))
		if ctx.Err() != nil {
			break
		}
		if late {
			s.log.Warn("supplier too slow, asking the next", "supplier", sup.Name(), "limit", quoteLimit)
			continue
		}
		s.log.Warn("supplier has no price, asking the next", "supplier", sup.Name(), "err", err)
	}
	return Quote{}, fmt.Errorf("lamp %s: %w", lamp, errors.Join(failed...))
}

// price asks one supplier and says whether it ran out of time.
func (s *Shop) price(ctx context.Context, sup Supplier, lamp string) (cents int, late bool, err error) {
	tryCtx, cancel := context.WithTimeout(ctx, quoteLimit)
	defer cancel()
	cents, err = sup.Price(tryCtx, lamp)
	return cents, tryCtx.Err() != nil, err
}
