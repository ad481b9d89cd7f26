// Package bad shows the cloud cover on a page about sundials.
// The helper Again sleeps after each failed try, after the last one too: the page waits up to four
// seconds for a fourth try that never comes, and then reports the failure of the third.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// ErrFinal marks failures that another try does not cure.
var ErrFinal = errors.New("final")

var skyPlan = Plan{Tries: 3, First: time.Second, Most: 4 * time.Second}

// Sky is what the observatory sees.
type Sky struct {
	Cover float64 `json:"cover"`
	Text  string  `json:"text"`
}

// Page serves the cloud cover.
type Page struct {
	base   string
	client *http.Client // with a Timeout of two seconds
	log    *slog.Logger
}

// NewPage returns a page fed by the observatory at base.
func NewPage(base string, log *slog.Logger) *Page {
	return &Page{base: base, client: &http.Client{Timeout: 2 * time.Second}, log: log}
}

// ServeHTTP writes the sky over ?place=.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	place := r.URL.Query().Get("place")
	sky, err := Again(r.Context(), skyPlan, func(ctx context.Context) (Sky, error) {
		return p.look(ctx, place)
	})
	if err != nil {
		p.log.Error("no sky", "place", place, "err", err)
		http.Error(w, "observatory not available", http.StatusBadGateway)
		return
	}
	if _, err := fmt.Fprintf(w, "%s (%.0f%%)\n", sky.Text, 100*sky.Cover); err != nil {
		p.log.Debug("page not sent", "err", err)
	}
}

func (p *Page) look(ctx context.Context, place string) (Sky, error) {
	var sky Sky
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/sky?place="+url.QueryEscape(place), nil)
	if err != nil {
		return sky, fmt.Errorf("%w: %w", ErrFinal, err)
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return sky, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return sky, fmt.Errorf("observatory answered %s", resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return sky, fmt.Errorf("%w: observatory answered %s", ErrFinal, resp.Status)
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&sky)
	return sky, err
}
