// Package ok looks up companies, first in a mirror at home and then in the register itself.
// It is right although two loops that retry meet in one call: they follow one another and do not nest,
// and the time of the call covers both.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	perTry = time.Second
	tries  = 2
	pause  = 200 * time.Millisecond
	whole  = 6 * time.Second
)

// Company is an entry of the register.
type Company struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ErrUnknown means that there is no such company.
var ErrUnknown = errors.New("unknown company")

// Lookup asks two sources.
type Lookup struct {
	mirror, register string
	client           *http.Client
}

// New returns a Lookup.
func New(mirror, register string) *Lookup {
	return &Lookup{mirror: mirror, register: register, client: &http.Client{Timeout: perTry}}
}

// Find returns a company.
func (l *Lookup) Find(ctx context.Context, id string) (*Company, error) {
	ctx, cancel := context.WithTimeout(ctx, whole)
	defer cancel()
	c, err := l.from(ctx, l.mirror, id)
	if err == nil || ctx.Err() != nil {
		return c, err
	}
	mirrorErr := err
	if c, err = l.from(ctx, l.register, id); err != nil {
		return nil, fmt.Errorf("find %s: %w", id, errors.Join(mirrorErr, err))
	}
	return c, nil
}

func (l *Lookup) from(ctx context.Context, source, id string) (c *Company, err error) {
	for try := range tries {
		if try > 0 {
			select {
			case <-ctx.Done():
				return nil, errors.Join(ctx.Err(), err)
			case <-time.After(pause + rand.N(pause)):
			}
		}
		if c, err = l.get(ctx, source, id); err == nil || errors.Is(err, ErrUnknown) || ctx.Err() != nil {
			break
		}
	}
	return c, err
}

func (l *Lookup) get(ctx context.Context, source, id string) (*Company, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, source+"/companies/"+url.PathEscape(id), nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var c Company
		err = json.NewDecoder(resp.Body).Decode(&c)
		return &c, err
	case http.StatusNotFound:
		return nil, ErrUnknown
	}
	return nil, fmt.Errorf("%s answered %s", source, resp.Status)
}
