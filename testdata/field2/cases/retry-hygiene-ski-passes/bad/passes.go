// Package bad checks ski passes at a gate.
// The body of every answer is closed when the function ends, not when its attempt does. While the
// office is down, each gate holds twelve connections it has no use for.
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

// Verdict opens the gate or not.
type Verdict struct {
	Valid bool   `json:"valid"`
	Until string `json:"until"`
}

// Gate asks the office.
type Gate struct {
	office string
	client *http.Client
	tries  int
}

// NewGate returns a gate.
func NewGate(office string) *Gate {
	return &Gate{office: office, client: &http.Client{Timeout: 3 * time.Second}, tries: 12}
}

// Check asks whether a pass is valid.
func (g *Gate) Check(ctx context.Context, pass string) (*Verdict, error) {
	var last error
	for n := 0; n < g.tries; n++ { // OR retry-hygiene
		if n > 0 {
			if err := rest(ctx, n); err != nil {
				return nil, errors.Join(err, last)
			}
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.office+"/passes/"+pass, nil)
		if err != nil {
			return nil, err
		}
		resp, err := g.client.Do(req)
		if err != nil {
			last = err
			continue
		}
		defer resp.Body.Close() // EXPECT retry-hygiene
		if resp.StatusCode >= 500 {
			last = errors.New(resp.Status)
			continue
		}
		if resp.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("pass %s: %s", pass, resp.Status)
		}
		var v Verdict
		if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
			return nil, err
		}
		return &v, nil
	}
	return nil, last
}

func rest(ctx context.Context, n int) error {
	d := 100 * time.Millisecond << min(n, 5)
	t := time.NewTimer(d/2 + rand.N(d))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
