// Package bad lists the users of a managed database through the provider's API.
// Users repeats every failure up to four times, and so does the request below it, three times:
// a provider in trouble gets twelve requests for one list.
package bad

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
	for round := 1; ; round++ { // OR retry-timeout
		resp, err := p.send(ctx, "/clusters/"+cluster+"/users") // EXPECT retry-timeout
		if err == nil {
			err = decode(resp, &users)
		}
		if err == nil {
			return users, nil
		}
		if round == 4 || ctx.Err() != nil {
			return nil, fmt.Errorf("users of %s, round %d: %w", cluster, round, err)
		}
		if err := doze(ctx, time.Second); err != nil {
			return nil, err
		}
	}
}

func (p *Provider) send(ctx context.Context, path string) (*http.Response, error) {
	for n := 1; ; n++ { // OR retry-timeout
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+path, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", "Bearer "+p.token)
		resp, err := p.client.Do(req) // OR retry-timeout
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
