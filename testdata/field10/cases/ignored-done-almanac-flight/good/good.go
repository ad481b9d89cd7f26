// Package good serves pages of an almanac. A page is computed once for all who ask at the same
// time, under a context that no single one of them can end and that has a limit of its own.
// Each of them waits for it under his own.
package good

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Page is what the sky does on one day.
type Page struct {
	Day     string
	Sunrise time.Time
	Sunset  time.Time
	Moon    float64
}

// Ephemeris computes pages; one page takes up to a minute.
type Ephemeris interface {
	Compute(ctx context.Context, day string) (*Page, error)
}

// Almanac keeps the pages computed so far.
type Almanac struct {
	sky     Ephemeris
	limit   time.Duration
	flights singleflight.Group

	mu    sync.RWMutex
	pages map[string]*Page
}

// NewAlmanac returns an empty almanac that allows limit for a page.
func NewAlmanac(sky Ephemeris, limit time.Duration) *Almanac {
	return &Almanac{sky: sky, limit: limit, pages: make(map[string]*Page)}
}

// Page returns the page of a day.
func (a *Almanac) Page(ctx context.Context, day string) (*Page, error) {
	if page, ok := a.kept(day); ok {
		return page, nil
	}
	shared := context.WithoutCancel(ctx)
	flight := a.flights.DoChan(day, func() (any, error) {
		return a.compute(shared, day)
	})
	select {
	case res := <-flight:
		if res.Err != nil {
			return nil, fmt.Errorf("page of %s: %w", day, res.Err)
		}
		return res.Val.(*Page), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("page of %s: %w", day, ctx.Err())
	}
}

func (a *Almanac) compute(ctx context.Context, day string) (*Page, error) {
	ctx, cancel := context.WithTimeout(ctx, a.limit)
	defer cancel()
	page, err := a.sky.Compute(ctx, day)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pages[day] = page
	return page, nil
}

func (a *Almanac) kept(day string) (*Page, bool) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	page, ok := a.pages[day]
	return page, ok
}
