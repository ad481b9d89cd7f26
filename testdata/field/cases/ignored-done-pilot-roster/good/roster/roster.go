// Package roster is the client of a harbour's roster.
package roster

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client talks to one harbour.
type Client struct {
	base string
	hc   *http.Client
}

// New returns a client of the harbour at base.
func New(base string) *Client {
	return &Client{base: base, hc: &http.Client{Timeout: 10 * time.Second}}
}

// SignOn adds a station or confirms that it is there.
func (c *Client) SignOn(ctx context.Context, station string, pilots int) error {
	body := url.Values{"pilots": {strconv.Itoa(pilots)}}.Encode()
	return c.do(ctx, http.MethodPut, station, strings.NewReader(body))
}

// SignOff removes a station.
func (c *Client) SignOff(ctx context.Context, station string) error {
	return c.do(ctx, http.MethodDelete, station, nil)
}

func (c *Client) do(ctx context.Context, method, station string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, method, c.base+"/stations/"+url.PathEscape(station), body)
	if err != nil {
		return err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s %s: status %d", method, station, resp.StatusCode)
	}
	return nil
}
