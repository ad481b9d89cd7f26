// Package bad imports hosts into an inventory, one PUT a host.
// The request is built once. Its body is read to the end by the first attempt, and the others fail at
// once: they announce a body of some length and have none.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Host is one machine.
type Host struct {
	Name   string   `json:"name"`
	Roles  []string `json:"roles"`
	Rack   string   `json:"rack"`
	Height int      `json:"height"`
}

// Inventory is a client of the inventory.
type Inventory struct {
	base     string
	client   *http.Client // with a timeout
	attempts int
}

// Import creates or replaces a host.
func (v *Inventory) Import(ctx context.Context, h Host) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	raw, err := json.Marshal(h)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, v.base+"/hosts/"+url.PathEscape(h.Name), bytes.NewReader(raw)) // OR retry-effect
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	for n := 1; ; n++ { // OR retry-effect
		err = v.send(req) // OR retry-effect
		if err == nil {
			return nil
		}
		var refused refusal
		if n == v.attempts || ctx.Err() != nil || errors.As(err, &refused) {
			return fmt.Errorf("import %s: %w", h.Name, err)
		}
		d := 200 * time.Millisecond << n
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

type refusal string

func (r refusal) Error() string { return "inventory refused: " + string(r) }

func (v *Inventory) send(req *http.Request) error {
	resp, err := v.client.Do(req) // EXPECT retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode < 500:
		return refusal(resp.Status)
	}
	return fmt.Errorf("inventory answered %s", resp.Status)
}
