// Package bad renders the cutting plan of a sail with a drafting service, for a web page that shows it.
// The back-off knows nothing of the request's context and a cancelled call looks like any other failure to it:
// when the visitor has left, eight more calls are made, each dead on arrival, with all the pauses between them.
package bad

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/go-chi/chi/v5"
)

const (
	maxAgain = 8
	tryLimit = 3 * time.Second
	planSize = 8 << 20
)

// Loft shows plans.
type Loft struct {
	drafting string
	client   *http.Client
	log      *slog.Logger
}

// New returns a Loft that uses the drafting service.
func New(drafting string, log *slog.Logger) *Loft {
	return &Loft{drafting: drafting, client: &http.Client{Timeout: tryLimit}, log: log}
}

// Routes returns the pages.
func (l *Loft) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/sails/{sail}/plan.svg", l.plan)
	return r
}

func (l *Loft) plan(w http.ResponseWriter, r *http.Request) {
	sail := chi.URLParam(r, "sail")
	svg, err := l.draft(r.Context(), sail)
	if err != nil {
		l.log.Error("no plan", "sail", sail, "err", err)
		http.Error(w, "no plan at the moment", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	if _, err := w.Write(svg); err != nil {
		l.log.Debug("plan not sent", "err", err)
	}
}

func (l *Loft) draft(ctx context.Context, sail string) ([]byte, error) {
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(100*time.Millisecond),
		backoff.WithMaxInterval(2*time.Second),
		backoff.WithMaxElapsedTime(25*time.Second),
	)
	policy := backoff.WithMaxRetries(bo, maxAgain)             // OR retry-hygiene
	svg, err := backoff.RetryWithData(func() ([]byte, error) { // EXPECT retry-hygiene
		return l.get(ctx, sail) // OR retry-hygiene
	}, policy) // OR retry-hygiene
	if err != nil {
		return nil, fmt.Errorf("draft %s: %w", sail, err)
	}
	return svg, nil
}

func (l *Loft) get(ctx context.Context, sail string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.drafting+"/plans/"+url.PathEscape(sail)+".svg", nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return nil, err // OR retry-hygiene
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return nil, fmt.Errorf("drafting answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, backoff.Permanent(fmt.Errorf("drafting refused: %s", resp.Status))
	}
	return io.ReadAll(io.LimitReader(resp.Body, planSize))
}
