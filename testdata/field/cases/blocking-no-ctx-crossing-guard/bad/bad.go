// Package bad lets only machines of the railway change signals. A middleware asks the name servers who a
// peer is, by a function that an option may replace. The default one has no context: a peer whose
// reverse zone does not answer holds its request before it has even been let in.
package bad

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
)

// NameFunc says who an address is.
type NameFunc func(addr string) (string, error)

// Guard checks peers.
type Guard struct {
	suffix string
	name   NameFunc
	keep   time.Duration

	mu    sync.Mutex
	known map[string]time.Time
}

// Option changes a guard.
type Option func(*Guard)

// WithNames replaces the way names are found.
func WithNames(f NameFunc) Option { return func(g *Guard) { g.name = f } }

// NewGuard returns a guard that lets in machines below suffix.
func NewGuard(suffix string, opts ...Option) *Guard {
	g := &Guard{suffix: suffix, name: reverse, keep: time.Hour, known: make(map[string]time.Time)}
	for _, opt := range opts {
		opt(g)
	}
	return g
}

func reverse(addr string) (string, error) {
	names, err := net.LookupAddr(addr) // EXPECT blocking-no-ctx
	if err != nil || len(names) == 0 {
		return "", err
	}
	return strings.TrimSuffix(names[0], "."), nil
}

// Routes mounts the signals behind the guard.
func (g *Guard) Routes(signals http.Handler) http.Handler {
	r := chi.NewRouter()
	r.Use(g.only)
	r.Mount("/signals", signals)
	return r
}

func (g *Guard) only(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			http.Error(w, "who are you", http.StatusForbidden)
			return
		}
		if !g.isKnown(host) {
			name, err := g.name(host) // OR blocking-no-ctx
			if err != nil || !strings.HasSuffix(name, g.suffix) {
				http.Error(w, "not of the railway", http.StatusForbidden)
				return
			}
			g.note(host)
		}
		next.ServeHTTP(w, r)
	})
}

func (g *Guard) isKnown(host string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return time.Now().Before(g.known[host])
}

func (g *Guard) note(host string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.known[host] = time.Now().Add(g.keep)
}
