// Package bad reads staff records from a personnel system.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Person is a staff record.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Unit string `json:"unit"`
}

// API is a client of the personnel system.
type API struct {
	base   string
	id     string
	secret string
	hc     *http.Client

	mu    sync.Mutex
	token string
}

// NewAPI returns a client with application credentials.
func NewAPI(base, id, secret string) *API {
	return &API{base: base, id: id, secret: secret, hc: &http.Client{Timeout: 6 * time.Second}}
}

// Person loads one record.
func (a *API) Person(ctx context.Context, id string) (Person, error) {
	var p Person
	if err := a.get(ctx, "/people/"+url.PathEscape(id), &p); err != nil {
		return Person{}, fmt.Errorf("person %s: %w", id, err)
	}
	return p, nil
}

func (a *API) get(ctx context.Context, path string, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, nil)
	if err != nil {
		return err
	}
	a.mu.Lock()
	req.Header.Set("Authorization", "Bearer "+a.token)
	a.mu.Unlock()
	resp, err := a.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return json.NewDecoder(resp.Body).Decode(out)
	case http.StatusUnauthorized:
		if err := a.login(ctx); err != nil {
			return fmt.Errorf("login: %w", err)
		}
		return a.get(ctx, path, out) // EXPECT retry-hygiene
	}
	return fmt.Errorf("status %s", resp.Status)
}

func (a *API) login(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.base+"/token", nil)
	if err != nil {
		return err
	}
	req.SetBasicAuth(a.id, a.secret)
	resp, err := a.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %s", resp.Status)
	}
	var t struct {
		Access string `json:"access_token"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&t); err != nil {
		return err
	}
	a.mu.Lock()
	a.token = t.Access
	a.mu.Unlock()
	return nil
}
