// Package good reserves addresses in an address manager.
// Lists go through the retrying client; a reservation is sent once, through the plain client below it.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Address is one reserved address.
type Address struct {
	ID   int64  `json:"id"`
	CIDR string `json:"address"`
	Host string `json:"dns_name"`
}

// Manager is a client of the address manager.
type Manager struct {
	base string
	rc   *retryablehttp.Client
}

// New returns a client.
func New(base string) *Manager {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.RetryMax = 3
	rc.HTTPClient.Timeout = 10 * time.Second
	return &Manager{base: base, rc: rc}
}

// ByHost lists the addresses of a host.
func (m *Manager) ByHost(ctx context.Context, host string) ([]Address, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, m.base+"/addresses?dns_name="+url.QueryEscape(host), nil)
	if err != nil {
		return nil, err
	}
	resp, err := m.rc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("addresses of %s: %w", host, err)
	}
	var list []Address
	return list, decode(resp, http.StatusOK, &list)
}

// Reserve takes the next free address of a prefix for host.
func (m *Manager) Reserve(ctx context.Context, prefix int64, host string) (*Address, error) {
	body, err := json.Marshal(map[string]string{"dns_name": host})
	if err != nil {
		return nil, err
	}
	target := fmt.Sprintf("%s/prefixes/%d/next", m.base, prefix)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := m.rc.HTTPClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("reserve for %s: %w", host, err)
	}
	var a Address
	return &a, decode(resp, http.StatusCreated, &a)
}

func decode(resp *http.Response, want int, into any) error {
	defer resp.Body.Close()
	if resp.StatusCode != want {
		return fmt.Errorf("address manager answered %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}
