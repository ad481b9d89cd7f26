// Package bad looks up herbs in a slow catalogue and remembers names that do not exist. An
// overrun deadline is mapped to "no such herb" and remembered as well: one slow minute of the
// catalogue and half the pharmacy's herbs do not exist for the next hour.
package bad

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrUnknown is returned for a herb that does not exist.
var ErrUnknown = errors.New("no such herb")

// Herb is an entry.
type Herb struct{ Latin, Common string }

// Catalogue answers slowly.
type Catalogue interface {
	Find(ctx context.Context, common string) (*Herb, error)
}

// Pharmacy asks the catalogue.
type Pharmacy struct {
	catalogue Catalogue
	patience  time.Duration
	forget    time.Duration

	mu     sync.Mutex
	absent map[string]time.Time
}

// New returns a pharmacy.
func New(c Catalogue, patience, forget time.Duration) *Pharmacy {
	return &Pharmacy{catalogue: c, patience: patience, forget: forget, absent: make(map[string]time.Time)}
}

// Lookup returns the herb, or ErrUnknown.
func (p *Pharmacy) Lookup(ctx context.Context, common string) (*Herb, error) {
	if p.isAbsent(common) {
		return nil, ErrUnknown
	}
	ctx, cancel := context.WithTimeout(ctx, p.patience)
	defer cancel()
	herb, err := p.catalogue.Find(ctx, common)
	switch {
	case err == nil:
		return herb, nil
	case errors.Is(err, ErrUnknown), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled): // OR ignored-done
		p.note(common)
		return nil, ErrUnknown // EXPECT ignored-done
	default:
		return nil, fmt.Errorf("look up %s: %w", common, err)
	}
}

func (p *Pharmacy) isAbsent(common string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	since, ok := p.absent[common]
	if ok && time.Since(since) > p.forget {
		delete(p.absent, common)
		return false
	}
	return ok
}

func (p *Pharmacy) note(common string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.absent[common] = time.Now()
}
