// Package bad waits for an oven to be hot. Every error of the question counts as "not
// yet", the one that says that the context is over too, and the loop looks at nothing
// but its ticker: it goes on asking for a caller that has left.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

// State is what an oven says of itself.
type State struct {
	Celsius int  `json:"celsius"`
	Heating bool `json:"heating"`
}

// ErrOff says that nobody has switched the oven on.
var ErrOff = errors.New("oven is off")

// Panel talks to ovens.
type Panel struct {
	client *http.Client
	base   string
	every  time.Duration
	log    *slog.Logger
}

// NewPanel makes a panel for the ovens at base.
func NewPanel(base string, every time.Duration, log *slog.Logger) *Panel {
	return &Panel{client: &http.Client{Timeout: 5 * time.Second}, base: base, every: every, log: log}
}

// AwaitHot waits until the oven has the temperature.
func (p *Panel) AwaitHot(ctx context.Context, oven string, celsius int) error {
	tick := time.NewTicker(p.every)
	defer tick.Stop()
	for range tick.C { // EXPECT ignored-done
		st, err := p.state(ctx, oven)
		if err != nil {
			p.log.DebugContext(ctx, "no state yet", "oven", oven, "err", err)
			continue // OR ignored-done
		}
		if !st.Heating {
			return ErrOff
		}
		if st.Celsius >= celsius {
			return nil
		}
	}
	return nil
}

func (p *Panel) state(ctx context.Context, oven string) (State, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/"+oven, nil)
	if err != nil {
		return State{}, err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return State{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return State{}, fmt.Errorf("state of %s: %s", oven, resp.Status)
	}
	var st State
	return st, json.NewDecoder(resp.Body).Decode(&st)
}
