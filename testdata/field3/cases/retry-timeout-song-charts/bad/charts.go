// Package bad fetches song charts for a page.
// Between tries it sleeps with a function that knows no context: when the visitor has left, or
// the page's time is up, the handler still sits out seconds of pauses.
package bad

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// Option changes a client.
type Option func(*Client)

// WithSleep replaces the pause between tries.
func WithSleep(sleep func(time.Duration)) Option { return func(c *Client) { c.sleep = sleep } }

// Client reads charts.
type Client struct {
	base  string
	hc    *http.Client
	tries int
	sleep func(time.Duration)
}

// New returns a client of the chart service.
func New(base string, opts ...Option) *Client {
	c := &Client{base: base, hc: &http.Client{Timeout: 4 * time.Second}, tries: 4, sleep: time.Sleep} // OR retry-timeout
	for _, o := range opts {
		o(c)
	}
	return c
}

// ServeHTTP shows the charts of a week.
func (c *Client) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 25*time.Second)
	defer cancel()
	chart, err := c.week(ctx, r.PathValue("week"))
	if err != nil {
		http.Error(w, "no charts", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write(chart)
}

func (c *Client) week(ctx context.Context, week string) ([]byte, error) {
	var err error
	for try := 1; ; try++ { // OR retry-timeout
		var chart []byte
		var status int
		chart, status, err = c.fetch(ctx, week)
		switch {
		case err == nil && status == http.StatusOK:
			return chart, nil
		case err == nil:
			err = fmt.Errorf("week %s: status %d", week, status)
			if status < 500 && status != http.StatusTooManyRequests {
				return nil, err
			}
		}
		if try == c.tries || ctx.Err() != nil {
			return nil, err
		}
		c.sleep(time.Second<<min(try, 3) + rand.N(time.Second)) // EXPECT retry-timeout
	}
}

func (c *Client) fetch(ctx context.Context, week string) ([]byte, int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/weeks/"+week, nil)
	if err != nil {
		return nil, 0, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return b, resp.StatusCode, err
}
