// Package bad uploads photographs of paintings to a picture store. When the store turns the token
// down, the same request is sent again with a new one, but its body, an open file, was
// read and closed by the first attempt: the second fails or stores an empty picture.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"
)

// Store is a client of the picture store.
type Store struct {
	base   string
	id     string
	secret string
	hc     *http.Client

	mu    sync.Mutex
	token string
}

// NewStore returns a client of the store at base.
func NewStore(base, id, secret string) *Store {
	return &Store{base: base, id: id, secret: secret, hc: &http.Client{Timeout: 5 * time.Minute}}
}

// Upload stores the photograph in the named file.
func (s *Store) Upload(ctx context.Context, painting, file string) error {
	photo, err := os.Open(file)
	if err != nil {
		return err
	}
	defer photo.Close()
	info, err := photo.Stat()
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.base+"/paintings/"+url.PathEscape(painting), photo) // OR retry-effect
	if err != nil {
		return err
	}
	req.ContentLength = info.Size()
	req.Header.Set("Content-Type", "image/jpeg")
	resp, err := s.send(req)
	if err != nil {
		return fmt.Errorf("upload %s: %w", painting, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("upload %s: %s", painting, resp.Status)
	}
	return nil
}

// send renews the token once if the store does not accept it any more.
func (s *Store) send(req *http.Request) (*http.Response, error) {
	req.Header.Set("Authorization", "Bearer "+s.current())
	resp, err := s.hc.Do(req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	resp.Body.Close()
	token, err := s.renew(req.Context())
	if err != nil {
		return nil, fmt.Errorf("renew token: %w", err)
	}
	again := req.Clone(req.Context())
	again.Header.Set("Authorization", "Bearer "+token)
	return s.hc.Do(again) // EXPECT retry-effect
}

func (s *Store) current() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token
}

func (s *Store) renew(ctx context.Context) (string, error) {
	form := url.Values{"client_id": {s.id}, "client_secret": {s.secret}, "grant_type": {"client_credentials"}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/token", strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := s.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("store answered %s", resp.Status)
	}
	var grant struct {
		Token string `json:"access_token"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&grant); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token = grant.Token
	return grant.Token, nil
}
