// Package pdf is a client of the rendering service.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// How long Render may take: Tries times Timeout and the waits of up to MaxWait in between.
const (
	Tries   = 4
	Timeout = 12 * time.Second
	MaxWait = 2 * time.Second
)

var errRefused = errors.New("not rendered")

// Renderer turns invoices into PDF.
type Renderer struct {
	url string
	hc  *http.Client
}

// New uses the rendering service at url.
func New(url string) *Renderer {
	return &Renderer{url: url, hc: &http.Client{Timeout: Timeout}}
}

// Render returns an invoice as PDF.
func (r *Renderer) Render(ctx context.Context, invoice string) ([]byte, error) {
	for n := 1; ; n++ {
		doc, err := r.get(ctx, invoice)
		if err == nil || n == Tries || errors.Is(err, errRefused) {
			return doc, err
		}
		select {
		case <-time.After(MaxWait/2 + rand.N(MaxWait/2)):
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		}
	}
}

func (r *Renderer) get(ctx context.Context, invoice string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url+"/invoices/"+url.PathEscape(invoice)+".pdf", nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 == 4 {
		return nil, fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 20<<20))
}
