// Package good connects a gallery with the account of its curator. The token source is
// kept, so it is made with a context of the gallery's, which carries the client.
package good

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// Gallery is the application.
type Gallery struct {
	conf   *oauth2.Config
	client *http.Client

	mu      sync.Mutex
	sources map[string]oauth2.TokenSource
}

// New makes a gallery.
func New(conf *oauth2.Config) *Gallery {
	return &Gallery{
		conf:    conf,
		client:  &http.Client{Timeout: 10 * time.Second},
		sources: map[string]oauth2.TokenSource{},
	}
}

// Connect is the redirect's handler.
func (g *Gallery) Connect(w http.ResponseWriter, r *http.Request) {
	curator := r.FormValue("state")
	if err := g.connect(r.Context(), curator, r.FormValue("code")); err != nil {
		http.Error(w, "cannot connect", http.StatusBadGateway)
		return
	}
	http.Redirect(w, r, "/rooms", http.StatusSeeOther)
}

func (g *Gallery) connect(ctx context.Context, curator, code string) error {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, g.client)
	tok, err := g.conf.Exchange(ctx, code)
	if err != nil {
		return fmt.Errorf("exchange code: %w", err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	own := context.WithValue(context.Background(), oauth2.HTTPClient, g.client)
	g.sources[curator] = g.conf.TokenSource(own, tok)
	return nil
}

// Authorize adds the curator's token to the request.
func (g *Gallery) Authorize(curator string, r *http.Request) error {
	g.mu.Lock()
	src := g.sources[curator]
	g.mu.Unlock()
	if src == nil {
		return errors.New("not connected")
	}
	tok, err := src.Token()
	if err != nil {
		return fmt.Errorf("token of %s: %w", curator, err)
	}
	tok.SetAuthHeader(r)
	return nil
}
