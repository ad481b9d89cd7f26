// Package good orders forged parts and waits until they are ready. The waiting is left to a
// helper whose pauses end with the context, so an order that was called off holds nobody.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"faultfield10/cases/ignored-done-anvil-poll/good/poll"
)

const between = 30 * time.Second

// ErrScrapped says that a part broke in the making.
var ErrScrapped = errors.New("part was scrapped")

// Part is the state of an ordered part.
type Part struct {
	ID    string `json:"id"`
	State string `json:"state"`
	Shelf string `json:"shelf"`
}

// Forge is a client of the forge.
type Forge struct {
	base  string
	hc    *http.Client
	limit time.Duration
}

// NewForge returns a client that waits at most limit for one part.
func NewForge(base string, limit time.Duration) *Forge {
	return &Forge{base: base, hc: &http.Client{Timeout: 10 * time.Second}, limit: limit}
}

// Await returns the shelf on which a finished part lies.
func (f *Forge) Await(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, f.limit)
	defer cancel()
	part, err := poll.Until(ctx, between, func(ctx context.Context) (Part, bool, error) {
		p, err := f.part(ctx, id)
		if err == nil && p.State == "scrapped" {
			err = ErrScrapped
		}
		return p, p.State == "finished", err
	})
	if err != nil {
		return "", fmt.Errorf("await part %s: %w", id, err)
	}
	return part.Shelf, nil
}

func (f *Forge) part(ctx context.Context, id string) (Part, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.base+"/parts/"+url.PathEscape(id), nil)
	if err != nil {
		return Part{}, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return Part{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Part{}, fmt.Errorf("forge answered %s", resp.Status)
	}
	var p Part
	if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
		return Part{}, fmt.Errorf("decode part: %w", err)
	}
	return p, nil
}
