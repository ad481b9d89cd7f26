// Package bad tells the staff of a vineyard where its weather stations are in the network.
// The request has a context, the look-up in the name service takes none: with a name server
// that does not answer, the handler stays for as long as the resolver keeps trying.
package bad

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

var errNoStation = errors.New("no such station")

// Stations knows the stations by name and their hosts.
type Stations struct {
	zone  string
	hosts map[string]string
	log   *slog.Logger
}

// NewStations returns the stations of a DNS zone.
func NewStations(zone string, hosts map[string]string, log *slog.Logger) *Stations {
	return &Stations{zone: zone, hosts: hosts, log: log}
}

// Routes mounts the handler.
func (s *Stations) Routes() http.Handler {
	r := chi.NewRouter()
	r.Use(middleware.Timeout(5 * time.Second))
	r.Get("/stations/{name}", s.show)
	return r
}

func (s *Stations) show(w http.ResponseWriter, r *http.Request) {
	name := chi.URLParam(r, "name")
	addrs, err := s.addresses(name) // OR blocking-no-ctx
	var dns *net.DNSError
	switch {
	case errors.Is(err, errNoStation), errors.As(err, &dns) && dns.IsNotFound:
		http.NotFound(w, r)
		return
	case err != nil:
		s.log.ErrorContext(r.Context(), "look up station", "station", name, "err", err)
		http.Error(w, "name service unavailable", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(map[string]any{"station": name, "addresses": addrs}); err != nil {
		s.log.WarnContext(r.Context(), "write station", "err", err)
	}
}

func (s *Stations) addresses(name string) ([]string, error) {
	host, ok := s.hosts[name]
	if !ok {
		return nil, errNoStation
	}
	addrs, err := net.LookupHost(host + "." + s.zone) // EXPECT blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("station %s: %w", name, err)
	}
	slices.Sort(addrs)
	return addrs, nil
}
