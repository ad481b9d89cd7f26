// Package ok fetches the pages of a slow archive.
// It is right although the loop that repeats a page has neither sleep nor timer: the limiter that every request
// waits for paces it, and the rounds are counted.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/time/rate"
)

const rounds = 3

// ErrBusy is the archive's request for patience.
var ErrBusy = errors.New("archive is busy")

// Archive is a client that keeps to one request in two seconds.
type Archive struct {
	base   string
	client *http.Client
	pace   *rate.Limiter
}

// New returns a client.
func New(base string) *Archive {
	return &Archive{
		base:   base,
		client: &http.Client{Timeout: 20 * time.Second},
		pace:   rate.NewLimiter(rate.Every(2*time.Second), 1),
	}
}

// Page returns the text of a page.
func (a *Archive) Page(ctx context.Context, volume string, page int) ([]byte, error) {
	var err error
	for range rounds {
		if werr := a.pace.Wait(ctx); werr != nil {
			return nil, errors.Join(werr, err)
		}
		var text []byte
		if text, err = a.get(ctx, fmt.Sprintf("%s/%s/%d", a.base, volume, page)); err == nil {
			return text, nil
		}
		if !errors.Is(err, ErrBusy) {
			break
		}
	}
	return nil, fmt.Errorf("page %d of %s: %w", page, volume, err)
}

// Volume returns the pages of a volume up to the first that does not exist.
func (a *Archive) Volume(ctx context.Context, volume string) ([][]byte, error) {
	var pages [][]byte
	for n := 1; ; n++ {
		p, err := a.Page(ctx, volume, n)
		if errors.Is(err, errMissing) {
			return pages, nil
		}
		if err != nil {
			return pages, err
		}
		pages = append(pages, p)
	}
}

var errMissing = errors.New("no such page")

func (a *Archive) get(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	case http.StatusNotFound:
		return nil, errMissing
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return nil, ErrBusy
	}
	return nil, fmt.Errorf("archive answered %s", resp.Status)
}
