// Package gateway stands between assistants and the search tools of a company. It finds the
// tool's server, asks it and passes the answer on.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	searchTries  = 3
	searchBudget = 100 * time.Second
	maxAnswer    = 4 << 20
)

// Gateway serves searches.
type Gateway struct {
	tools map[string]string // base URL by name
	hc    *http.Client
	log   *slog.Logger
}

// New returns a gateway to the given tools.
func New(tools map[string]string, log *slog.Logger) *Gateway {
	return &Gateway{tools: tools, hc: &http.Client{Timeout: 30 * time.Second}, log: log}
}

// Server returns the HTTP server of the gateway.
func (g *Gateway) Server(addr string) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tools/{tool}/search", g.search)
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      searchBudget + 20*time.Second,
		IdleTimeout:       2 * time.Minute,
	}
}

func (g *Gateway) search(w http.ResponseWriter, r *http.Request) {
	base, ok := g.tools[r.PathValue("tool")]
	if !ok {
		http.Error(w, "no such tool", http.StatusNotFound)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), searchBudget)
	defer cancel()

	answer, err := g.ask(ctx, base+"/search?q="+url.QueryEscape(r.URL.Query().Get("q")))
	if err != nil {
		g.log.ErrorContext(ctx, "search failed", "tool", r.PathValue("tool"), "err", err)
		http.Error(w, "tool not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(answer)
}

func (g *Gateway) ask(ctx context.Context, u string) ([]byte, error) {
	for try := 1; ; try++ {
		answer, again, err := g.get(ctx, u)
		if err == nil || !again || try == searchTries {
			return answer, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
}

func (g *Gateway) get(ctx context.Context, u string) (body []byte, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := g.hc.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, resp.StatusCode >= 500, fmt.Errorf("tool answered %s", resp.Status)
	}
	body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	return body, err != nil, err
}
