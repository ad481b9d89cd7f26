// Package bad reads slices of disk snapshots from an object store for a pager.
// A slice should take three seconds at most. The limit is put around the whole of attempts.Run
// and the function it repeats reads with that same context: after one slow read all is over.
package bad

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"faultfield/cases/retry-timeout-snapshot-slices/bad/attempts"
)

// sliceLimit is what one read of a slice may take.
const sliceLimit = 3 * time.Second

// Store reads objects in ranges.
type Store struct {
	base   string
	client *http.Client
	policy attempts.Policy
}

// New returns a Store that reads through client, which has no timeout of its own.
func New(base string, client *http.Client) *Store {
	return &Store{base: base, client: client, policy: attempts.Policy{Max: 4, Wait: 150 * time.Millisecond}}
}

// ReadAt fills p from offset off of the object.
func (s *Store) ReadAt(ctx context.Context, object string, p []byte, off int64) error {
	readCtx, cancel := context.WithTimeout(ctx, sliceLimit) // OR retry-timeout
	defer cancel()
	return attempts.Run(ctx, s.policy, func(context.Context) error { // OR retry-timeout
		return s.readRange(readCtx, object, p, off) // EXPECT retry-timeout
	})
}

func (s *Store) readRange(ctx context.Context, object string, p []byte, off int64) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/"+object, nil)
	if err != nil {
		return attempts.Final(err)
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", off, off+int64(len(p))-1))
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusPartialContent:
		_, err = io.ReadFull(resp.Body, p)
		return err
	case resp.StatusCode < 500:
		return attempts.Final(fmt.Errorf("read %s: %s", object, resp.Status))
	}
	return fmt.Errorf("read %s: %s", object, resp.Status)
}
