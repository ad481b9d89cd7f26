// Package good reads and writes the settings of irrigation pumps in Consul, under the context of
// the field controller that asks.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/hashicorp/consul/api"
)

// ErrUnset is returned for pumps without settings.
var ErrUnset = errors.New("pump has no settings")

// Setting is how a pump runs.
type Setting struct {
	LitresPerHour int  `json:"litres_per_hour"`
	Night         bool `json:"night"`
}

// Settings is where settings are kept.
type Settings interface {
	Get(ctx context.Context, pump string) (Setting, error)
	Set(ctx context.Context, pump string, s Setting) error
}

// ConsulSettings keeps them in Consul.
type ConsulSettings struct {
	kv     *api.KV
	prefix string
}

var _ Settings = (*ConsulSettings)(nil)

// NewConsulSettings keeps settings below prefix.
func NewConsulSettings(c *api.Client, prefix string) *ConsulSettings {
	return &ConsulSettings{kv: c.KV(), prefix: prefix}
}

// Get implements Settings.
func (c *ConsulSettings) Get(ctx context.Context, pump string) (Setting, error) {
	opts := &api.QueryOptions{RequireConsistent: true}
	pair, _, err := c.kv.Get(c.prefix+pump, opts.WithContext(ctx))
	if err != nil {
		return Setting{}, fmt.Errorf("read pump %s: %w", pump, err)
	}
	if pair == nil {
		return Setting{}, ErrUnset
	}
	var s Setting
	return s, json.Unmarshal(pair.Value, &s)
}

// Set implements Settings.
func (c *ConsulSettings) Set(ctx context.Context, pump string, s Setting) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	opts := new(api.WriteOptions)
	if _, err := c.kv.Put(&api.KVPair{Key: c.prefix + pump, Value: raw}, opts.WithContext(ctx)); err != nil {
		return fmt.Errorf("write pump %s: %w", pump, err)
	}
	return nil
}

// Panel is what field controllers talk to.
type Panel struct{ settings Settings }

// ServeHTTP answers with the setting of a pump.
func (p *Panel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s, err := p.settings.Get(r.Context(), r.PathValue("pump"))
	switch {
	case errors.Is(err, ErrUnset):
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, "settings not available", http.StatusBadGateway)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(s)
	}
}
