// Package ok downloads the scans of a coin collection.
// The loop has no deferred Close, and one return hands a body out open. Still none leaks: what is tried again goes through
// discard, which closes it, and the body that is handed out is closed by the one caller.
package ok

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

const (
	tries    = 4
	pause    = 500 * time.Millisecond
	tryLimit = 30 * time.Second
	scanSize = 32 << 20
)

// Scans reads from a collection.
type Scans struct {
	base   string
	client *http.Client
}

// New returns the scans of the collection at base.
func New(base string) *Scans {
	return &Scans{base: base, client: &http.Client{Timeout: tryLimit}}
}

// Copy writes a scan to dst and returns its size.
func (s *Scans) Copy(ctx context.Context, coin string, dst io.Writer) (int64, error) {
	body, err := s.open(ctx, coin)
	if err != nil {
		return 0, fmt.Errorf("coin %s: %w", coin, err)
	}
	defer body.Close()
	n, err := io.Copy(dst, io.LimitReader(body, scanSize))
	if err != nil {
		return n, fmt.Errorf("coin %s, %d bytes in: %w", coin, n, err)
	}
	return n, nil
}

// open returns the body of a scan, which the caller closes.
func (s *Scans) open(ctx context.Context, coin string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/coins/"+url.PathEscape(coin)+".tiff", nil)
	if err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		resp, err := s.client.Do(req)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp.Body, nil
		}
		if err == nil {
			err = discard(resp)
		}
		if try == tries || ctx.Err() != nil || hopeless(err) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(pause<<(try-1) + rand.N(pause)):
		}
	}
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("collection answered %d", int(e)) }

func hopeless(err error) bool {
	var se statusError
	return errors.As(err, &se) && se < 500 && se != http.StatusTooManyRequests
}

// discard frees the connection of an answer that is not wanted and returns its status as an error.
func discard(resp *http.Response) error {
	_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
	_ = resp.Body.Close()
	return statusError(resp.StatusCode)
}
