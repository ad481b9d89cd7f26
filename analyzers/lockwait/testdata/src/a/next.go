package a

import (
	"net/http"
	"sync"
)

// One request after the other, by a lock that the handler shares with all others.
func serial(next http.Handler) http.Handler {
	var mu sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			next.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		next.ServeHTTP(w, r) // want `mu, taken at next.go:\d+, is held across next.ServeHTTP, all that is left of the request`
	})
}

type guard struct {
	mu    sync.Mutex
	conf  sync.RWMutex
	inner http.HandlerFunc
	count int
}

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	g.count++
	g.inner(w, r) // want `g.mu, taken at next.go:\d+, is held across g.inner, all that is left of the request`
	g.mu.Unlock()
}

// The lock protects a number.
type counted struct {
	mu    sync.Mutex
	inner http.Handler
	count int
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.count++
	c.mu.Unlock()
	c.inner.ServeHTTP(w, r)
}

// Readers do not keep each other out.
func (g *guard) steady(w http.ResponseWriter, r *http.Request) {
	g.conf.RLock()
	defer g.conf.RUnlock()
	g.inner(w, r)
}

// A lock for each key.
type entry struct {
	mu   sync.Mutex
	done bool
}

type keyed struct {
	mu      sync.Mutex
	entries map[string]*entry
	inner   http.Handler
}

func (k *keyed) entry(key string) *entry {
	k.mu.Lock()
	defer k.mu.Unlock()
	e := k.entries[key]
	if e == nil {
		e = new(entry)
		k.entries[key] = e
	}
	return e
}

func (k *keyed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := k.entry(r.URL.Path)
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.done {
		k.inner.ServeHTTP(w, r)
		e.done = true
	}
}

// A lock that one request makes for its own goroutines.
func gather(w http.ResponseWriter, r *http.Request) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			http.DefaultServeMux.ServeHTTP(w, r)
		})
	}
	wg.Wait()
}

// A handler made by a function that keeps the lock for all requests.
func shared() http.HandlerFunc {
	var mu sync.Mutex
	var rates []byte
	return func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if rates == nil {
			req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://rates", nil)
			if err != nil {
				return
			}
			resp, err := http.DefaultClient.Do(req) // want `mu, taken at next.go:\d+, is held across \(\*http.Client\).Do`
			if err != nil {
				return
			}
			resp.Body.Close()
		}
		w.Write(rates)
	}
}
