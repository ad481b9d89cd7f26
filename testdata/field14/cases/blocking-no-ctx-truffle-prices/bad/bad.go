// Package bad quotes truffle prices from an exchange that allows few requests. The request obeys the
// caller's context, the wait for a free place in the rate limit before it does not: under
// load, visitors who left long ago still queue, and those who stay wait behind them.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/time/rate"
)

// Quote is the price of one kind.
type Quote struct {
	Kind  string  `json:"kind"`
	Grams float64 `json:"grams"`
	Cents int64   `json:"cents"`
}

// Exchange is a client of the exchange.
type Exchange struct {
	base string
	hc   *http.Client
	pace *rate.Limiter
}

// NewExchange returns a client that sends two requests a second at most.
func NewExchange(base string) *Exchange {
	return &Exchange{
		base: base,
		hc:   &http.Client{Timeout: 6 * time.Second},
		pace: rate.NewLimiter(2, 4),
	}
}

// Quote asks for the price of a kind.
func (e *Exchange) Quote(ctx context.Context, kind string) (Quote, error) {
	var q Quote
	if err := e.get(ctx, "/quotes/"+url.PathEscape(kind), &q); err != nil {
		return Quote{}, fmt.Errorf("quote %s: %w", kind, err)
	}
	return q, nil
}

func (e *Exchange) get(ctx context.Context, path string, into any) error {
	if err := e.pace.Wait(context.Background()); err != nil { // EXPECT blocking-no-ctx // OR ignored-done
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.base+path, nil)
	if err != nil {
		return err
	}
	resp, err := e.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("exchange answered %s", resp.Status)
	}
	return json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(into)
}

// Counter shows quotes to visitors.
type Counter struct {
	exchange *Exchange
	log      *slog.Logger
}

// ServeHTTP answers with one quote.
func (c *Counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q, err := c.exchange.Quote(r.Context(), r.PathValue("kind"))
	if err != nil {
		c.log.ErrorContext(r.Context(), "quote", "err", err)
		http.Error(w, "no quote", http.StatusBadGateway)
		return
	}
	fmt.Fprintf(w, "%s: %.2f per %g g\n", q.Kind, float64(q.Cents)/100, q.Grams)
}
