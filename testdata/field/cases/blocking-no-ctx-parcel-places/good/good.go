// Package good finds the places of parcels. The finder is given the context of the message.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/segmentio/kafka-go"
)

// Place is where a parcel goes.
type Place struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

// Finder finds addresses.
type Finder interface {
	Find(ctx context.Context, address string) (Place, error)
}

// Atlas finds the addresses it was told about, from memory.
type Atlas map[string]Place

// Find implements Finder.
func (a Atlas) Find(_ context.Context, address string) (Place, error) {
	p, ok := a[address]
	if !ok {
		return Place{}, fmt.Errorf("%q is not in the atlas", address)
	}
	return p, nil
}

// Geocoder asks a web service.
type Geocoder struct {
	base string
	hc   *http.Client
}

// NewGeocoder returns a finder on the service at base.
func NewGeocoder(base string) *Geocoder {
	return &Geocoder{base: base, hc: &http.Client{Timeout: 45 * time.Second}}
}

// Find implements Finder.
func (g *Geocoder) Find(ctx context.Context, address string) (Place, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+"/find?q="+url.QueryEscape(address), nil)
	if err != nil {
		return Place{}, err
	}
	resp, err := g.hc.Do(req)
	if err != nil {
		return Place{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Place{}, fmt.Errorf("find %q: status %d", address, resp.StatusCode)
	}
	var p Place
	err = json.NewDecoder(resp.Body).Decode(&p)
	return p, err
}

// Router sends parcels to the nearest depot.
type Router struct {
	finder Finder
	assign func(ctx context.Context, parcel string, at Place) error
}

// NewRouter returns a router that asks the web service at base.
func NewRouter(base string, assign func(ctx context.Context, parcel string, at Place) error) *Router {
	return &Router{finder: NewGeocoder(base), assign: assign}
}

// Handle handles one message: a parcel as key, its address as value.
func (r *Router) Handle(ctx context.Context, msg kafka.Message) error {
	at, err := r.finder.Find(ctx, string(msg.Value))
	if err != nil {
		return fmt.Errorf("place of %s: %w", msg.Key, err)
	}
	return r.assign(ctx, string(msg.Key), at)
}
