// Package mirrors fetches chant books of an abbey from whichever of its mirrors has them.
package mirrors

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

const (
	mirrorTimeout = 8 * time.Second
	maxBook       = 32 << 20
)

// ErrNoBook says that the abbey has no such book.
var ErrNoBook = errors.New("no such book")

// Abbey fetches books. The mirrors are different houses, in the order of preference.
type Abbey struct {
	mirrors []*url.URL
	hc      *http.Client
	log     *slog.Logger
}

// New returns an Abbey.
func New(hc *http.Client, log *slog.Logger, mirrors ...*url.URL) *Abbey {
	return &Abbey{mirrors: mirrors, hc: hc, log: log}
}

// Book returns a book from the first mirror that sends it.
func (a *Abbey) Book(ctx context.Context, name string) ([]byte, error) {
	var failed []error
	for _, m := range a.mirrors {
		if err := ctx.Err(); err != nil {
			return nil, errors.Join(append(failed, err)...)
		}
		book, err := a.fetch(ctx, m, name)
		if err == nil {
			return book, nil
		}
		if errors.Is(err, ErrNoBook) {
			return nil, fmt.Errorf("book %q: %w", name, err)
		}
		a.log.Info("next mirror", "failed", m.Host, "err", err)
		failed = append(failed, fmt.Errorf("%s: %w", m.Host, err))
	}
	return nil, fmt.Errorf("book %q: %w", name, errors.Join(failed...))
}

func (a *Abbey) fetch(ctx context.Context, mirror *url.URL, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, mirrorTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, mirror.JoinPath("books", name).String(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, maxBook))
	case http.StatusNotFound, http.StatusGone:
		return nil, ErrNoBook
	}
	return nil, fmt.Errorf("mirror answered %s", resp.Status)
}
