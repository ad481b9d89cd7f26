// Package catalog is a client of the music catalogue.
package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	attempts = 4
	maxPause = 2 * time.Minute
)

// Album is a record of an artist.
type Album struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// Client talks to the catalogue.
type Client struct {
	base string
	http *http.Client
}

// New returns a client of the catalogue at base.
func New(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: 15 * time.Second}}
}

// Albums lists an artist's albums.
func (c *Client) Albums(ctx context.Context, artist string) ([]Album, error) {
	var page struct {
		Items []Album `json:"items"`
	}
	if err := c.get(ctx, "/artists/"+url.PathEscape(artist)+"/albums", &page); err != nil {
		return nil, err
	}
	return page.Items, nil
}

func (c *Client) get(ctx context.Context, path string, into any) error {
	for attempt := 1; ; attempt++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
		if err != nil {
			return err
		}
		resp, err := c.http.Do(req)
		if err != nil {
			return err
		}
		if resp.StatusCode == http.StatusTooManyRequests && attempt < attempts {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4096))
			_ = resp.Body.Close()
			timer := time.NewTimer(pause(resp.Header))
			select {
			case <-timer.C:
				continue
			case <-ctx.Done():
				timer.Stop()
				return ctx.Err()
			}
		}
		return decode(resp, into)
	}
}

// pause is how long the server wants us to wait, and up to a second more.
func pause(h http.Header) time.Duration {
	wait := 5 * time.Second
	if s, err := strconv.Atoi(h.Get("Retry-After")); err == nil && s >= 0 {
		wait = time.Duration(s) * time.Second
	}
	return min(wait, maxPause) + rand.N(time.Second)
}

func decode(resp *http.Response, into any) error {
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("catalogue: %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}
