package a

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type alarms struct {
	store  Store
	mu     sync.Mutex
	timers map[string]*time.Timer
	last   *time.Timer
}

func (a *alarms) handle(w http.ResponseWriter, r *http.Request) {
	a.set(r.Context(), "k")
}

func (a *alarms) set(ctx context.Context, key string) {
	t := time.AfterFunc(time.Hour, func() {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_ = a.store.Save(ctx, key, "v") // want `the goroutine runs on under ctx, which ends when \(\*alarms\).handle returns`
	})
	a.mu.Lock()
	defer a.mu.Unlock()
	if old := a.timers[key]; old != nil {
		old.Stop()
	}
	a.timers[key] = t
}

func (a *alarms) inPlace(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.timers["k"] = time.AfterFunc(time.Hour, func() {
		_ = a.store.Save(r.Context(), "k", "v") // want `the goroutine runs on under r.Context\(\)`
	})
}

// Right: values only.
func (a *alarms) apart(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	a.timers["k"] = time.AfterFunc(time.Hour, func() {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_ = a.store.Save(ctx, "k", "v")
	})
}

// Right: it is stopped before the handler returns.
func (a *alarms) stopped(w http.ResponseWriter, r *http.Request) {
	t := time.AfterFunc(time.Second, func() { _ = a.store.Save(r.Context(), "k", "slow") })
	a.timers["k"] = t
	_, _ = a.store.Load(r.Context(), "k")
	t.Stop()
}

// Unknown: whoever is handed it may stop it in time.
func (a *alarms) handed(w http.ResponseWriter, r *http.Request) {
	t := time.AfterFunc(time.Second, func() { _ = a.store.Save(r.Context(), "k", "slow") })
	defer a.stop(t)
	_, _ = a.store.Load(r.Context(), "k")
}

func (a *alarms) stop(t *time.Timer) { t.Stop() }

// Unknown: a map of the call's own may be gone through at its end.
func (a *alarms) own(w http.ResponseWriter, r *http.Request) {
	mine := map[string]*time.Timer{}
	mine["k"] = time.AfterFunc(time.Second, func() { _ = a.store.Save(r.Context(), "k", "slow") })
	_, _ = a.store.Load(r.Context(), "k")
	for _, t := range mine {
		t.Stop()
	}
}
