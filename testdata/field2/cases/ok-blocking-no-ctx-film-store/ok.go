// Package ok hands out films from a store behind. The client has no Timeout, which would cut
// long films; it is right, as connecting and the first byte are limited, and the rest runs
// under the request's context.
package ok

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"
)

// Films serves films.
type Films struct {
	hc    *http.Client
	store *url.URL
	log   *slog.Logger
}

// New returns films of a store.
func New(store *url.URL, log *slog.Logger) *Films {
	return &Films{store: store, log: log, hc: &http.Client{Transport: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 3 * time.Second}).DialContext,
		TLSHandshakeTimeout:   3 * time.Second,
		ResponseHeaderTimeout: 10 * time.Second,
		IdleConnTimeout:       time.Minute,
	}}}
}

// Mount adds the route.
func (f *Films) Mount(r chi.Router) { r.Get("/films/{id}", f.get) }

func (f *Films) get(w http.ResponseWriter, r *http.Request) {
	u := f.store.JoinPath("objects", chi.URLParam(r, "id"))
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, u.String(), nil)
	if err != nil {
		http.Error(w, "bad id", http.StatusBadRequest)
		return
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		http.Error(w, "store unavailable", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
	w.WriteHeader(resp.StatusCode)
	if _, err := io.Copy(w, resp.Body); err != nil {
		f.log.Info("film cut off", "url", u.Path, "err", err)
	}
}
