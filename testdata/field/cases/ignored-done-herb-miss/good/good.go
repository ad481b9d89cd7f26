// Package good looks up herbs in a slow catalogue and remembers names that do not exist.
// Only the catalogue's own answer counts as "no such herb".
package good

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
	case errors.Is(err, ErrUnknown):
		p.note(common)
		return nil, ErrUnknown
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
