// Package ok serves forecasts that may be a little old. A forecast that is getting old is refreshed after
// the request that noticed it has been answered: cut loose from it, with a limit, never twice at
// once, and waited for by Close.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Forecast is the weather of tomorrow.
type Forecast struct {
	Town string
	Text string
	Made time.Time
}

// Office makes forecasts.
type Office interface {
	Make(ctx context.Context, town string) (*Forecast, error)
}

// Kiosk serves forecasts.
type Kiosk struct {
	office   Office
	old      time.Duration
	limit    time.Duration
	log      *slog.Logger
	renewing sync.WaitGroup

	mu    sync.Mutex
	known map[string]*Forecast
	under map[string]bool
}

// NewKiosk returns a kiosk that refreshes forecasts older than old.
func NewKiosk(office Office, old time.Duration, log *slog.Logger) *Kiosk {
	return &Kiosk{
		office: office, old: old, limit: 10 * time.Second, log: log,
		known: make(map[string]*Forecast), under: make(map[string]bool),
	}
}

// Forecast returns the forecast for a town.
func (k *Kiosk) Forecast(ctx context.Context, town string) (*Forecast, error) {
	k.mu.Lock()
	f := k.known[town]
	renew := f != nil && time.Since(f.Made) > k.old && !k.under[town]
	if renew {
		k.under[town] = true
	}
	k.mu.Unlock()
	switch {
	case renew:
		bg := context.WithoutCancel(ctx)
		k.renewing.Go(func() { k.renew(bg, town) })
		return f, nil
	case f != nil:
		return f, nil
	default:
		return k.fetch(ctx, town)
	}
}

func (k *Kiosk) renew(ctx context.Context, town string) {
	ctx, cancel := context.WithTimeout(ctx, k.limit)
	defer cancel()
	if _, err := k.fetch(ctx, town); err != nil {
		k.log.WarnContext(ctx, "forecast not renewed", "town", town, "err", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.under, town)
}

func (k *Kiosk) fetch(ctx context.Context, town string) (*Forecast, error) {
	f, err := k.office.Make(ctx, town)
	if err != nil {
		return nil, fmt.Errorf("forecast for %s: %w", town, err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.known[town] = f
	return f, nil
}

// ServeHTTP serves the forecast for a town.
func (k *Kiosk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, err := k.Forecast(r.Context(), r.PathValue("town"))
	if err != nil {
		http.Error(w, "no forecast", http.StatusBadGateway)
		return
	}
	fmt.Fprintln(w, f.Text)
}

// Close waits for the renewals under way. No request may follow.
func (k *Kiosk) Close() { k.renewing.Wait() }
