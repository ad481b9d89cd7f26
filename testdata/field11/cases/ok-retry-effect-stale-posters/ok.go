// Package ok takes old posters off the boards of a town.
// It is right although a DELETE is repeated after a lost answer and "not found" counts as success: the
// posters have ids that are never given away again, so one that is gone is what was asked for.
package ok

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
)

// Boards is a client of the boards' API.
type Boards struct {
	hc     *http.Client
	base   string
	budget time.Duration
}

// NewBoards expects hc to have a per-request timeout.
func NewBoards(hc *http.Client, base string) *Boards {
	return &Boards{hc: hc, base: base, budget: 20 * time.Second}
}

// Clear takes posters off a board and returns how many of them are gone. It goes on after a
// poster that stays; the error names each of them.
func (b *Boards) Clear(ctx context.Context, board string, posters []string) (int, error) {
	gone := 0
	var stuck []error
	for _, p := range posters {
		if err := b.remove(ctx, board, p); err != nil {
			stuck = append(stuck, fmt.Errorf("poster %s: %w", p, err))
			if ctx.Err() != nil {
				break
			}
			continue
		}
		gone++
	}
	return gone, errors.Join(stuck...)
}

func (b *Boards) remove(ctx context.Context, board, poster string) error {
	ctx, cancel := context.WithTimeout(ctx, b.budget)
	defer cancel()
	return retry.Do(
		func() error { return b.delete(ctx, board, poster) },
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(200*time.Millisecond),
		retry.MaxJitter(200*time.Millisecond),
		retry.LastErrorOnly(true),
	)
}

func (b *Boards) delete(ctx context.Context, board, poster string) error {
	target := b.base + "/boards/" + url.PathEscape(board) + "/posters/" + url.PathEscape(poster)
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, target, nil)
	if err != nil {
		return retry.Unrecoverable(err)
	}
	resp, err := b.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300, resp.StatusCode == http.StatusNotFound, resp.StatusCode == http.StatusGone:
		return nil
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("board answered %s", resp.Status)
	}
	return retry.Unrecoverable(fmt.Errorf("board answered %s", resp.Status))
}
