// Package bad loads sea charts of wreck sites. A try has a time limit of its own, which is
// ended when the try returns; but what it returns is the open response. A chart too big for
// the transport's buffer is cut off with "context canceled" while the caller decodes it.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	tries    = 3
	tryLimit = 8 * time.Second
	budget   = 30 * time.Second
	maxChart = 32 << 20
)

// Chart holds the soundings around a wreck.
type Chart struct {
	Site      string       `json:"site"`
	Soundings [][3]float64 `json:"soundings"`
}

// statusError is an answer other than 200.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("chart office answered %d", int(e)) }

// Office is a client of the chart office.
type Office struct {
	base string
	web  *http.Client
}

// Chart returns the chart of a site.
func (o *Office) Chart(ctx context.Context, site string) (*Chart, error) {
	ctx, stop := context.WithTimeout(ctx, budget)
	defer stop()
	for n := 1; ; n++ {
		body, err := o.try(ctx, site) // OR retry-timeout
		if err == nil {
			return decode(body) // OR retry-timeout
		}
		var code statusError
		if n == tries || ctx.Err() != nil || (errors.As(err, &code) && code < 500) {
			return nil, fmt.Errorf("chart of %s: %w", site, err)
		}
		select {
		case <-time.After(time.Duration(n)*400*time.Millisecond + rand.N(400*time.Millisecond)):
		case <-ctx.Done():
			return nil, fmt.Errorf("chart of %s: %w", site, errors.Join(err, ctx.Err()))
		}
	}
}

func (o *Office) try(ctx context.Context, site string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit) // OR retry-timeout
	defer cancel()                                    // EXPECT retry-timeout
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, o.base+"/charts/"+url.PathEscape(site), nil)
	if err != nil {
		return nil, err
	}
	resp, err := o.web.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		_ = resp.Body.Close()
		return nil, statusError(resp.StatusCode)
	}
	return resp.Body, nil // OR retry-timeout
}

func decode(body io.ReadCloser) (*Chart, error) {
	defer body.Close()
	var c Chart
	if err := json.NewDecoder(io.LimitReader(body, maxChart)).Decode(&c); err != nil {
		return nil, fmt.Errorf("decode chart: %w", err)
	}
	return &c, nil
}
