// Package bad calls prices across a market. The crier holds the list's lock while he speaks to each stall,
// over a channel without room. A stall that is busy stops him, and new stalls, whose handlers want the
// lock to join, stop too.
package bad

import (
	"fmt"
	"net/http"
	"sync"
)

// Price is what something costs.
type Price struct {
	Goods string
	Cents int
}

// Market has stalls.
type Market struct {
	mu     sync.RWMutex
	stalls map[string]chan Price
}

// NewMarket returns an empty market.
func NewMarket() *Market { return &Market{stalls: make(map[string]chan Price)} }

func (m *Market) join(name string) (<-chan Price, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, taken := m.stalls[name]; taken {
		return nil, fmt.Errorf("stall %q is taken", name)
	}
	prices := make(chan Price)
	m.stalls[name] = prices
	return prices, nil
}

func (m *Market) leave(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.stalls, name)
}

// Call tells all stalls a price.
func (m *Market) Call(p Price) {
	m.mu.RLock() // OR blocking-no-ctx
	defer m.mu.RUnlock()
	for _, stall := range m.stalls {
		stall <- p // EXPECT blocking-no-ctx // OR ignored-done
	}
}

// Stall streams the prices to one stall.
func (m *Market) Stall(w http.ResponseWriter, r *http.Request) {
	prices, err := m.join(r.PathValue("name"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	defer m.leave(r.PathValue("name"))
	out := http.NewResponseController(w)
	for {
		select {
		case p := <-prices:
			fmt.Fprintf(w, "%s %d\n", p.Goods, p.Cents)
			if err := out.Flush(); err != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

// Shout takes a price from the crier's handset.
func (m *Market) Shout(w http.ResponseWriter, r *http.Request) {
	var p Price
	if _, err := fmt.Sscanf(r.FormValue("price"), "%s %d", &p.Goods, &p.Cents); err != nil {
		http.Error(w, "say goods and cents", http.StatusBadRequest)
		return
	}
	m.Call(p) // OR blocking-no-ctx // OR ignored-done
	w.WriteHeader(http.StatusNoContent)
}
