// Package registers copies the entries of a parish register from a county archive.
package registers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	pageTimeout = 15 * time.Second
	copyBudget  = 10 * time.Minute
	maxWaits    = 6
)

// throttled is the archive's request to come back later.
type throttled struct{ after time.Duration }

func (t *throttled) Error() string { return fmt.Sprintf("throttled for %s", t.after) }

// Entry is one baptism, marriage or burial.
type Entry struct {
	Folio string `json:"folio"`
	Text  string `json:"text"`
}

type page struct {
	Entries []Entry `json:"entries"`
	Next    string  `json:"next"`
}

// Archive is a client of a county archive.
type Archive struct {
	base string
	hc   *http.Client
	log  *slog.Logger
}

// Entries returns all entries of a parish, in the order of the register.
func (a *Archive) Entries(ctx context.Context, parish string) ([]Entry, error) {
	ctx, cancel := context.WithTimeout(ctx, copyBudget)
	defer cancel()

	var all []Entry
	var cur page
	for waits := 0; ; {
		err := a.turn(ctx, parish, &cur)
		all = append(all, cur.Entries...) // EXPECT retry-effect
		var busy *throttled
		if errors.As(err, &busy) && waits < maxWaits {
			waits++
			a.log.Info("archive is busy", "parish", parish, "wait", busy.after)
			select {
			case <-time.After(busy.after + rand.N(busy.after/4+1)):
				continue // OR retry-effect
			case <-ctx.Done():
				return nil, errors.Join(err, ctx.Err())
			}
		}
		if err != nil {
			return nil, fmt.Errorf("register of %s: %w", parish, err)
		}
		if cur.Next == "" {
			return all, nil
		}
		waits = 0
	}
}

// turn replaces p by the page after it; p stays as it is after an error.
func (a *Archive) turn(ctx context.Context, parish string, p *page) error {
	ctx, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	q := url.Values{"parish": {parish}, "from": {p.Next}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/entries?"+q.Encode(), nil)
	if err != nil {
		return err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusTooManyRequests:
		secs, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return &throttled{after: time.Duration(min(max(secs, 1), 60)) * time.Second}
	default:
		return errors.New(resp.Status)
	}
	var next page
	if err := json.NewDecoder(io.LimitReader(resp.Body, 8<<20)).Decode(&next); err != nil {
		return fmt.Errorf("decode page: %w", err)
	}
	*p = next
	return nil
}
