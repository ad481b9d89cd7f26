// Package good is a client of an object store whose tokens expire.
// On 401 it logs in and sends the request a second time, after the content was put back to its start.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// Login draws a new token.
type Login func(ctx context.Context) (string, error)

// Store is the object store.
type Store struct {
	base   string
	client *http.Client // with a timeout
	login  Login

	mu    sync.Mutex
	token string
}

var errToken = errors.New("token expired")

// Put stores content under name.
func (s *Store) Put(ctx context.Context, name string, content io.ReadSeeker) error {
	return s.put(ctx, name, content, true)
}

func (s *Store) put(ctx context.Context, name string, content io.ReadSeeker, mayLogin bool) error {
	err := s.send(ctx, name, content)
	if !errors.Is(err, errToken) || !mayLogin {
		return err
	}
	token, err := s.login(ctx)
	if err != nil {
		return fmt.Errorf("put %s: log in: %w", name, err)
	}
	s.mu.Lock()
	s.token = token
	s.mu.Unlock()
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("put %s: rewind: %w", name, err)
	}
	return s.put(ctx, name, content, false)
}

func (s *Store) send(ctx context.Context, name string, content io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.base+"/"+name, io.NopCloser(content))
	if err != nil {
		return err
	}
	s.mu.Lock()
	req.Header.Set("X-Auth-Token", s.token)
	s.mu.Unlock()
	resp, err := s.client.Do(req)
	if err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		return errToken
	case resp.StatusCode >= 300:
		return fmt.Errorf("put %s: %s", name, resp.Status)
	}
	return nil
}
