// Package archive reads finding aids from a state archive that wants a session.
package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

var errNoSession = errors.New("no valid session")

// Aid describes the holdings of one shelf.
type Aid struct {
	Shelf string   `json:"shelf"`
	Files []string `json:"files"`
}

// Client keeps a session with the archive.
type Client struct {
	base       string
	user, pass string
	hc         *http.Client
	log        *slog.Logger

	mu      sync.Mutex
	session string
}

// New returns a client of the archive at base.
func New(base, user, pass string, log *slog.Logger) *Client {
	return &Client{base: base, user: user, pass: pass, hc: &http.Client{Timeout: 10 * time.Second}, log: log}
}

// Aid returns the finding aid of a shelf. Sessions run out after a while and are renewed.
func (c *Client) Aid(ctx context.Context, shelf string) (*Aid, error) {
	aid, err := c.read(ctx, shelf)
	if errors.Is(err, errNoSession) {
		c.log.Info("session has run out", "shelf", shelf)
		if err := c.login(ctx); err != nil {
			return nil, fmt.Errorf("log in as %s: %w", c.user, err)
		}
		aid, err = c.read(ctx, shelf)
	}
	if err != nil {
		return nil, fmt.Errorf("finding aid of %s: %w", shelf, err)
	}
	return aid, nil
}

func (c *Client) login(ctx context.Context) error {
	form := url.Values{"user": {c.user}, "password": {c.pass}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/session", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("archive answered %s", resp.Status)
	}
	token, err := io.ReadAll(io.LimitReader(resp.Body, 4<<10))
	if err != nil {
		return fmt.Errorf("read session: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session = string(token)
	return nil
}

func (c *Client) read(ctx context.Context, shelf string) (*Aid, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/aids/"+url.PathEscape(shelf), nil)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	req.Header.Set("X-Session", c.session)
	c.mu.Unlock()
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusUnauthorized:
		return nil, errNoSession
	default:
		return nil, fmt.Errorf("archive answered %s", resp.Status)
	}
	var aid Aid
	if err := json.NewDecoder(resp.Body).Decode(&aid); err != nil {
		return nil, fmt.Errorf("decode aid: %w", err)
	}
	return &aid, nil
}
