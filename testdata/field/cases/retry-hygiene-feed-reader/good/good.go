// Package good reads the feeds that users of a reader page have subscribed to.
// A feed that answers 429 is asked twice more; the count goes down with each call.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

const maxFeed = 2 << 20

// Reader downloads feeds.
type Reader struct {
	client *http.Client // with a timeout
	agent  string
}

// ServeHTTP hands a feed through to the browser.
func (f *Reader) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := f.get(r.Context(), r.URL.Query().Get("feed"), 2)
	if err != nil {
		http.Error(w, "feed not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/xml")
	_, _ = w.Write(body)
}

var errBusy = errors.New("feed is busy")

func (f *Reader) get(ctx context.Context, feed string, left int) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, feed, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", f.agent)
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, maxFeed))
	case http.StatusTooManyRequests:
		if left == 0 {
			return nil, errBusy
		}
		resp.Body.Close()
		if err := rest(ctx, resp.Header.Get("Retry-After")); err != nil {
			return nil, err
		}
		return f.get(ctx, feed, left-1)
	}
	return nil, fmt.Errorf("feed answered %s", resp.Status)
}

func rest(ctx context.Context, after string) error {
	secs, err := strconv.Atoi(after)
	if err != nil || secs < 1 || secs > 10 {
		secs = 2
	}
	t := time.NewTimer(time.Duration(secs) * time.Second)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return errors.Join(ctx.Err(), errors.New("while waiting for a feed"))
	case <-t.C:
		return nil
	}
}
