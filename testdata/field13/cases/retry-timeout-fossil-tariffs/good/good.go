// Package good reads customs tariffs for a freight tool. Throttled and failed requests are
// repeated by the transport in package again, which limits each try itself; the client's
// Timeout is the total and leaves room for all tries and the pauses between them.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"faultfield13/cases/retry-timeout-fossil-tariffs/good/again"
)

const (
	tries      = 3
	tryTimeout = 10 * time.Second
	longest    = 2 * time.Second // pause between two tries
)

// Tariff is the duty on a class of goods.
type Tariff struct {
	Code    string  `json:"code"`
	Percent float64 `json:"percent"`
}

// Office is a client of the customs office.
type Office struct {
	base string
	hc   *http.Client
}

// NewOffice returns a client for the office at base.
func NewOffice(base string) *Office {
	rt := &again.Transport{Next: http.DefaultTransport, Tries: tries, PerTry: tryTimeout, Longest: longest}
	return &Office{base: base, hc: &http.Client{Transport: rt, Timeout: tries * (tryTimeout + longest)}}
}

// Tariff looks up one class of goods.
func (o *Office) Tariff(ctx context.Context, code string) (*Tariff, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, o.base+"/tariffs/"+url.PathEscape(code), nil)
	if err != nil {
		return nil, err
	}
	resp, err := o.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("tariff %s: %w", code, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("tariff %s: %s", code, resp.Status)
	}
	var t Tariff
	if err := json.NewDecoder(resp.Body).Decode(&t); err != nil {
		return nil, fmt.Errorf("tariff %s: decode: %w", code, err)
	}
	return &t, nil
}
