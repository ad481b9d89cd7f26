// Package bad serves the routing table of a route server to looking glasses.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Route is a path to a prefix.
type Route struct {
	Prefix  netip.Prefix
	NextHop netip.Addr
	ASPath  []uint32
}

// Table holds the best routes.
type Table struct {
	mu     sync.RWMutex
	routes []Route
}

// Replace installs a new set of routes.
func (t *Table) Replace(routes []Route) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.routes = routes
}

// Within calls fn for each route inside p.
func (t *Table) Within(ctx context.Context, p netip.Prefix, fn func(Route) error) error {
	t.mu.RLock()
	routes := t.routes
	t.mu.RUnlock()

	for _, r := range routes {
		if ctx.Err() != nil {
			return nil // EXPECT ignored-done
		}
		if r.Prefix.Bits() < p.Bits() || !p.Contains(r.Prefix.Addr()) {
			continue
		}
		if err := fn(r); err != nil {
			return err
		}
	}
	return nil
}

// Glass answers looking glasses.
type Glass struct {
	table *Table
	log   *slog.Logger
}

// NewGlass returns a glass on the table.
func NewGlass(t *Table, log *slog.Logger) *Glass { return &Glass{table: t, log: log} }

// ServeHTTP writes the routes within the prefix that the query names.
func (g *Glass) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p, err := netip.ParsePrefix(r.URL.Query().Get("prefix"))
	if err != nil {
		http.Error(w, "prefix: "+err.Error(), http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()

	var page strings.Builder
	routes := 0
	err = g.table.Within(ctx, p.Masked(), func(r Route) error {
		routes++
		fmt.Fprintf(&page, "%s via %s path", r.Prefix, r.NextHop)
		for _, as := range r.ASPath {
			page.WriteString(" " + strconv.FormatUint(uint64(as), 10))
		}
		page.WriteByte('\n')
		return nil
	})
	if err != nil {
		g.log.WarnContext(ctx, "looking glass", "prefix", p, "err", err)
		http.Error(w, "table too large, ask for a longer prefix", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintf(w, "%d routes\n%s", routes, page.String())
}
