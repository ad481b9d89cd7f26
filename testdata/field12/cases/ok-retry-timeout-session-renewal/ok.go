// Package ok reads playlists from a jukebox that ends sessions after a while.
// It is right although a loop of retries contains another second request: that one is made at most
// once for a call, only when the session has ended, and never after the failures the loop repeats.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	tryLimit = 6 * time.Second
	budget   = 45 * time.Second
)

var errSession = errors.New("session has ended")

// Login gets a new session token.
type Login func(ctx context.Context) (string, error)

// Jukebox is a client of one jukebox.
type Jukebox struct {
	base   string
	client *http.Client
	login  Login

	mu    sync.Mutex
	token string
}

// NewJukebox returns a client that logs in by login.
func NewJukebox(base string, client *http.Client, login Login) *Jukebox {
	return &Jukebox{base: base, client: client, login: login}
}

// Playlist returns the titles of a playlist.
func (j *Jukebox) Playlist(ctx context.Context, name string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	renewed := false
	titles, err := retry.DoWithData(
		func() ([]string, error) {
			ctx, cancel := context.WithTimeout(ctx, tryLimit)
			defer cancel()
			titles, err := j.get(ctx, name)
			if errors.Is(err, errSession) && !renewed {
				renewed = true
				if err := j.renew(ctx); err != nil {
					return nil, retry.Unrecoverable(err)
				}
				titles, err = j.get(ctx, name)
			}
			if errors.Is(err, errSession) {
				return nil, retry.Unrecoverable(err)
			}
			return titles, err
		},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(300*time.Millisecond),
		retry.MaxJitter(300*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return nil, fmt.Errorf("playlist %s: %w", name, err)
	}
	return titles, nil
}

func (j *Jukebox) renew(ctx context.Context) error {
	token, err := j.login(ctx)
	if err != nil {
		return fmt.Errorf("log in: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.token = token
	return nil
}

func (j *Jukebox) get(ctx context.Context, name string) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, j.base+"/playlists/"+url.PathEscape(name), nil)
	if err != nil {
		return nil, retry.Unrecoverable(err)
	}
	j.mu.Lock()
	req.Header.Set("Authorization", "Bearer "+j.token)
	j.mu.Unlock()
	resp, err := j.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		return nil, errSession
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("jukebox answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, retry.Unrecoverable(fmt.Errorf("jukebox answered %s", resp.Status))
	}
	var titles []string
	if err := json.NewDecoder(resp.Body).Decode(&titles); err != nil {
		return nil, fmt.Errorf("decode playlist: %w", err)
	}
	return titles, nil
}
