// Package ok reads the schema of grain deliveries from a schema registry.
// A loop around the client of a library that is known for its retries looks like retries in retries. But franz-go's
// registry client makes a request once per address, and there is one address: the loop is the only layer.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/sr"
)

const (
	tries     = 4
	tryLimit  = 3 * time.Second
	readLimit = 20 * time.Second
	pause     = 400 * time.Millisecond
)

// Schemas reads schemas by their IDs, which never change their meaning.
type Schemas struct {
	reg *sr.Client

	mu   sync.Mutex
	seen map[int]string
}

// New returns a Schemas of the registry at addr.
func New(addr string) (*Schemas, error) {
	reg, err := sr.NewClient(sr.URLs(addr), sr.HTTPClient(&http.Client{Timeout: tryLimit}))
	if err != nil {
		return nil, fmt.Errorf("registry %s: %w", addr, err)
	}
	return &Schemas{reg: reg, seen: map[int]string{}}, nil
}

// Schema returns the text of a schema.
func (s *Schemas) Schema(ctx context.Context, id int) (string, error) {
	s.mu.Lock()
	text, ok := s.seen[id]
	s.mu.Unlock()
	if ok {
		return text, nil
	}
	text, err := s.read(ctx, id)
	if err != nil {
		return "", fmt.Errorf("schema %d: %w", id, err)
	}
	s.mu.Lock()
	s.seen[id] = text
	s.mu.Unlock()
	return text, nil
}

func (s *Schemas) read(ctx context.Context, id int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	for try := 1; ; try++ {
		schema, err := s.reg.SchemaByID(ctx, id)
		if err == nil {
			return schema.Schema, nil
		}
		if try == tries || ctx.Err() != nil || !worthwhile(err) {
			return "", err
		}
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(try)*pause + rand.N(pause)):
		}
	}
}

// worthwhile is false for an answer that will stay the same.
func worthwhile(err error) bool {
	var re *sr.ResponseError
	if errors.As(err, &re) {
		return re.StatusCode == http.StatusTooManyRequests || re.StatusCode >= 500
	}
	var ue *url.Error
	return errors.As(err, &ue)
}
