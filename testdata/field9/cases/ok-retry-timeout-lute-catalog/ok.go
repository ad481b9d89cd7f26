// Package ok looks up lutes in the catalogues of several museums, one after the other. It is
// right although tries stand in one budget without a fixed limit of their own: each gets its
// share of what is left, so a museum that hangs leaves time for those after it.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Lute is an instrument in a museum.
type Lute struct {
	Maker string `json:"maker"`
	Year  int    `json:"year"`
}

// ErrUnknown says that no museum knows the number.
var ErrUnknown = errors.New("unknown inventory number")

// Museums asks the catalogues of museums.
type Museums struct {
	hc     *http.Client
	bases  []string
	budget time.Duration
}

// New asks the museums at bases, best first.
func New(bases ...string) *Museums {
	return &Museums{hc: &http.Client{}, bases: bases, budget: 12 * time.Second}
}

// Find returns the lute with an inventory number.
func (m *Museums) Find(ctx context.Context, number string) (*Lute, error) {
	ctx, cancel := context.WithTimeout(ctx, m.budget)
	defer cancel()
	end, _ := ctx.Deadline()

	var failed []error
	for i, base := range m.bases {
		share := time.Until(end) / time.Duration(len(m.bases)-i)
		lute, err := m.ask(ctx, share, base, number)
		if err == nil {
			return lute, nil
		}
		failed = append(failed, fmt.Errorf("%s: %w", base, err))
		if ctx.Err() != nil {
			break
		}
	}
	return nil, fmt.Errorf("lute %s: %w", number, errors.Join(failed...))
}

func (m *Museums) ask(ctx context.Context, limit time.Duration, base, number string) (*Lute, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/lutes/"+url.PathEscape(number), nil)
	if err != nil {
		return nil, err
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, ErrUnknown
	default:
		return nil, errors.New(resp.Status)
	}
	var lute Lute
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&lute); err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	return &lute, nil
}
