// Package bad draws map sheets once for all who ask for the same one. The drawing runs on the
// context of whoever came first. When that visitor leaves, everybody else who waits for the
// sheet gets "context canceled", although their own requests are alive.
package bad

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const drawLimit = 20 * time.Second

// Drawer draws one sheet.
type Drawer interface {
	Draw(ctx context.Context, sheet int) ([]byte, error)
}

// Atlas keeps drawn sheets.
type Atlas struct {
	drawer Drawer
	flight singleflight.Group

	mu     sync.RWMutex
	sheets map[int][]byte
}

// NewAtlas returns an empty atlas.
func NewAtlas(d Drawer) *Atlas { return &Atlas{drawer: d, sheets: make(map[int][]byte)} }

// Sheet returns a sheet, drawn if need be.
func (a *Atlas) Sheet(ctx context.Context, n int) ([]byte, error) {
	a.mu.RLock()
	png, ok := a.sheets[n]
	a.mu.RUnlock()
	if ok {
		return png, nil
	}
	v, err, _ := a.flight.Do(strconv.Itoa(n), func() (any, error) { // OR ignored-done // OR blocking-no-ctx
		png, err := a.drawer.Draw(ctx, n) // EXPECT ignored-done
		if err != nil {
			return nil, fmt.Errorf("draw sheet %d: %w", n, err)
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.sheets[n] = png
		return png, nil
	})
	if err != nil {
		return nil, err
	}
	return v.([]byte), nil
}

// ServeHTTP serves a sheet.
func (a *Atlas) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("sheet"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	png, err := a.Sheet(r.Context(), n)
	if err != nil {
		http.Error(w, "sheet unavailable", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(png)
}
