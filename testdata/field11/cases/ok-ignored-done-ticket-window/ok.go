// Package ok limits how many tickets a customer may ask for. Take has a context because the
// interface is also implemented over a network; this one counts in memory, holds its lock
// for some arithmetic only and never waits, so there is nothing that a context could end.
package ok

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Limiter says whether a customer may have another ticket, and if not, when.
type Limiter interface {
	Take(ctx context.Context, customer string) (ok bool, retry time.Duration, err error)
}

// Window is a Limiter in memory: so many tickets in each span of time.
type Window struct {
	most int
	span time.Duration

	mu    sync.Mutex
	since time.Time
	taken map[string]int
}

// NewWindow returns a window that nobody has used.
func NewWindow(most int, span time.Duration) *Window {
	return &Window{most: most, span: span, taken: make(map[string]int)}
}

// Take implements Limiter. It answers at once.
func (w *Window) Take(_ context.Context, customer string) (bool, time.Duration, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if now.Sub(w.since) >= w.span {
		w.since = now
		clear(w.taken)
	}
	if w.taken[customer] >= w.most {
		return false, w.since.Add(w.span).Sub(now), nil
	}
	w.taken[customer]++
	return true, 0, nil
}

// Limit lets requests through as long as l allows it.
func Limit(l Limiter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ok, retry, err := l.Take(r.Context(), r.Header.Get("X-Customer"))
		if err != nil {
			http.Error(w, "cannot tell", http.StatusServiceUnavailable)
			return
		}
		if !ok {
			w.Header().Set("Retry-After", strconv.Itoa(int(retry/time.Second)+1))
			http.Error(w, "too many tickets", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}
