// Package good checks ski passes at a gate.
// The body of an answer is closed before the next attempt.
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
	for n := 0; n < g.tries; n++ {
		if n > 0 {
			if err := rest(ctx, n); err != nil {
				return nil, errors.Join(err, last)
			}
		}
		v, again, err := g.ask(ctx, pass)
		if !again {
			return v, err
		}
		last = err
	}
	return nil, last
}

func (g *Gate) ask(ctx context.Context, pass string) (v *Verdict, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.office+"/passes/"+pass, nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := g.client.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, true, errors.New(resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, false, fmt.Errorf("pass %s: %s", pass, resp.Status)
	}
	v = new(Verdict)
	if err := json.NewDecoder(resp.Body).Decode(v); err != nil {
		return nil, false, err
	}
	return v, false, nil
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
