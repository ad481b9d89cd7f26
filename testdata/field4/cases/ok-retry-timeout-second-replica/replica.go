// Package replica reads documents from two copies of the index, the second one only when the
// first is slow.
package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	patience = 150 * time.Millisecond
	deadline = time.Second
)

// Index has the addresses of the copies.
type Index struct {
	http   *http.Client
	copies [2]string
}

// New returns an Index.
func New(first, second string) *Index {
	return &Index{http: &http.Client{Timeout: deadline}, copies: [2]string{first, second}}
}

type answer struct {
	doc []byte
	err error
}

// Get returns a document. Both requests run under the one deadline, side by side.
func (x *Index) Get(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()

	answers := make(chan answer, len(x.copies))
	ask := func(base string) {
		doc, err := x.read(ctx, base+"/docs/"+url.PathEscape(id))
		answers <- answer{doc, err}
	}
	go ask(x.copies[0])
	asked := 1
	slow := time.NewTimer(patience)
	defer slow.Stop()

	var errs error
	for failed := 0; ; {
		select {
		case a := <-answers:
			if a.err == nil {
				return a.doc, nil
			}
			errs = errors.Join(errs, a.err)
			if failed++; failed == len(x.copies) {
				return nil, fmt.Errorf("document %s: %w", id, errs)
			}
		case <-slow.C:
		case <-ctx.Done():
			return nil, errors.Join(errs, ctx.Err())
		}
		if asked < len(x.copies) {
			go ask(x.copies[asked])
			asked++
		}
	}
}

func (x *Index) read(ctx context.Context, u string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := x.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", req.URL.Host, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 8<<20))
}
