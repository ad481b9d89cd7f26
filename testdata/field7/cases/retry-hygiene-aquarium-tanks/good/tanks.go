package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const readLimit = 15 * time.Second // of all attempts

// Tanks reads sensors.
type Tanks struct {
	base   string
	client *http.Client
}

// NewTanks returns a client of the server at base.
func NewTanks(base string) *Tanks {
	inner := http.DefaultTransport.(*http.Transport).Clone()
	inner.ResponseHeaderTimeout = 2 * time.Second
	return &Tanks{base: base, client: &http.Client{Transport: NewTransport(inner), Timeout: readLimit}}
}

// Celsius returns the temperature of a tank.
func (t *Tanks) Celsius(ctx context.Context, tank string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+"/tanks/"+url.PathEscape(tank), nil)
	if err != nil {
		return 0, err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("tank %s: %s", tank, resp.Status)
	}
	var state struct {
		Celsius float64 `json:"celsius"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&state); err != nil {
		return 0, fmt.Errorf("tank %s: %w", tank, err)
	}
	return state.Celsius, nil
}
