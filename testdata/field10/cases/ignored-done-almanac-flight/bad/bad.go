// Package bad serves pages of an almanac. A page is computed once for all who ask at the same
// time, on purpose under a context that no single one of them can end. But they all wait in
// Do, which knows no context: who gave up still waits for the page.
package bad

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
	page, err, _ := a.flights.Do(day, func() (any, error) { // EXPECT ignored-done
		return a.compute(shared, day)
	})
	if err != nil {
		return nil, fmt.Errorf("page of %s: %w", day, err)
	}
	return page.(*Page), nil
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
