// Package good lists the users of a managed database through the provider's API.
// Failures are repeated in one place, where the request is sent.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// User is a login of the database.
type User struct {
	Name string `json:"name"`
	Role string `json:"role"`
}

var errServer = errors.New("provider failed")

// Provider is a client of the provider's API.
type Provider struct {
	base   string
	token  string
	client *http.Client
}

// Users lists the logins of a cluster.
func (p *Provider) Users(ctx context.Context, cluster string) ([]User, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	var users []User
	resp, err := p.send(ctx, "/clusters/"+cluster+"/users")
	if err == nil {
		err = decode(resp, &users)
	}
	if err != nil {
		return nil, fmt.Errorf("users of %s: %w", cluster, err)
	}
	return users, nil
}

func (p *Provider) send(ctx context.Context, path string) (*http.Response, error) {
	for n := 1; ; n++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+path, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", "Bearer "+p.token)
		resp, err := p.client.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		if err == nil {
			err = fmt.Errorf("%w: %s", errServer, resp.Status)
			resp.Body.Close()
		}
		if n == 3 || ctx.Err() != nil {
			return nil, err
		}
		if werr := doze(ctx, 200*time.Millisecond<<n); werr != nil {
			return nil, errors.Join(werr, err)
		}
	}
}

func decode(resp *http.Response, into any) error {
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("provider refused: %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

func doze(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d/2 + rand.N(d))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
