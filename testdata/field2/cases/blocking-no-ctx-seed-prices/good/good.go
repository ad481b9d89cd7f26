// Package good asks a broker for the prices of seeds and remembers them. The broker is asked
// between the read lock and the write lock.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Broker knows prices.
type Broker interface {
	Quote(ctx context.Context, seed string) (float64, error)
}

// WebBroker asks over HTTP.
type WebBroker struct {
	hc   *http.Client
	base string
}

// NewWebBroker returns a broker at base.
func NewWebBroker(base string) *WebBroker {
	return &WebBroker{hc: &http.Client{Timeout: 20 * time.Second}, base: base}
}

// Quote implements Broker.
func (b *WebBroker) Quote(ctx context.Context, seed string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/quotes/"+seed, nil)
	if err != nil {
		return 0, err
	}
	resp, err := b.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("quote %s: %s", seed, resp.Status)
	}
	var q struct {
		Price float64 `json:"price"`
	}
	return q.Price, json.NewDecoder(resp.Body).Decode(&q)
}

// Prices remembers quotes.
type Prices struct {
	broker Broker
	sync.RWMutex
	known map[string]float64
}

// NewPrices returns prices of a web broker.
func NewPrices(base string) *Prices {
	return &Prices{broker: NewWebBroker(base), known: make(map[string]float64)}
}

// Of returns the price of a seed.
func (p *Prices) Of(ctx context.Context, seed string) (float64, error) {
	p.RLock()
	price, ok := p.known[seed]
	p.RUnlock()
	if ok {
		return price, nil
	}
	price, err := p.broker.Quote(ctx, seed)
	if err != nil {
		return 0, err
	}
	p.Lock()
	defer p.Unlock()
	p.known[seed] = price
	return price, nil
}

// ServeHTTP answers with a price.
func (p *Prices) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	price, err := p.Of(r.Context(), r.PathValue("seed"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprintf(w, "%.2f", price)
}
