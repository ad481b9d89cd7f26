// Package ok removes loans that went home from a museum's catalogue. The DELETE is repeated
// after failures, also when the first one may have got through: the answer to the second is
// "404" or "410" then, and that is what the caller wanted.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	removeTries  = 4
	removeBudget = 45 * time.Second
)

// errFinal marks refusals.
var errFinal = errors.New("catalogue refused")

// Catalogue is a client of the museum's catalogue.
type Catalogue struct {
	base string
	web  *http.Client
}

// New returns a client of the catalogue at base.
func New(base string) *Catalogue {
	return &Catalogue{base: base, web: &http.Client{Timeout: 8 * time.Second}}
}

// Remove takes a loan out of the catalogue.
func (c *Catalogue) Remove(ctx context.Context, loan string) error {
	ctx, cancel := context.WithTimeout(ctx, removeBudget)
	defer cancel()
	for try := 1; ; try++ {
		err := c.delete(ctx, loan)
		if err == nil {
			return nil
		}
		if try == removeTries || ctx.Err() != nil || errors.Is(err, errFinal) {
			return fmt.Errorf("remove loan %s: %w", loan, err)
		}
		select {
		case <-time.After(300*time.Millisecond<<try + rand.N(300*time.Millisecond)):
		case <-ctx.Done():
			return fmt.Errorf("remove loan %s: %w", loan, errors.Join(ctx.Err(), err))
		}
	}
}

func (c *Catalogue) delete(ctx context.Context, loan string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, c.base+"/loans/"+url.PathEscape(loan), nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	resp, err := c.web.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code < 300, code == http.StatusNotFound, code == http.StatusGone:
		return nil
	case code >= 500, code == http.StatusTooManyRequests:
		return fmt.Errorf("catalogue answered %s", resp.Status)
	default:
		return fmt.Errorf("%w: %s", errFinal, resp.Status)
	}
}
