// Package good copies a herbarium through its paged API. When the quota of an hour is
// used up the client waits for the next one, or for the end of the copy, whichever
// comes first.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Specimen is one pressed plant.
type Specimen struct {
	ID    string `json:"id"`
	Genus string `json:"genus"`
}

type listing struct {
	Items []Specimen `json:"items"`
	Next  string     `json:"next"`
}

// Client reads a herbarium.
type Client struct {
	base string
	hc   *http.Client
	log  *slog.Logger
}

// New returns a client of the herbarium at base.
func New(base string, log *slog.Logger) *Client {
	return &Client{base: base, hc: &http.Client{Timeout: 20 * time.Second}, log: log}
}

// Each hands every specimen to keep.
func (c *Client) Each(ctx context.Context, keep func(Specimen) error) error {
	for cursor, more := "", true; more; {
		list, err := c.page(ctx, cursor)
		if err != nil {
			return fmt.Errorf("page after %q: %w", cursor, err)
		}
		for _, s := range list.Items {
			if err := keep(s); err != nil {
				return err
			}
		}
		cursor, more = list.Next, list.Next != ""
	}
	return nil
}

func (c *Client) page(ctx context.Context, cursor string) (*listing, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/specimens?after="+url.QueryEscape(cursor), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	var list listing
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		return nil, err
	}
	if err := c.settle(ctx, resp.Header); err != nil {
		return nil, err
	}
	return &list, nil
}

// settle lets the quota refill if the last call used it up.
func (c *Client) settle(ctx context.Context, h http.Header) error {
	if h.Get("X-Quota-Remaining") != "0" {
		return nil
	}
	seconds, err := strconv.Atoi(h.Get("X-Quota-Reset"))
	if err != nil {
		seconds = 1
	}
	c.log.Info("quota used up", "refilled_in", seconds)
	refilled := time.NewTimer(time.Duration(seconds) * time.Second)
	defer refilled.Stop()
	select {
	case <-refilled.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
