// Package core is a client of the core metadata service.
package core

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// Device is what the metadata service knows of a device.
type Device struct {
	Name    string `json:"name"`
	Profile string `json:"profileName"`
	State   string `json:"operatingState"`
}

// DeviceClient reads devices.
type DeviceClient struct {
	base *url.URL
	http *http.Client
}

// NewDeviceClient returns a client of the service at base.
func NewDeviceClient(base *url.URL) *DeviceClient {
	return &DeviceClient{base: base, http: &http.Client{Timeout: time.Minute}}
}

// ByName reads one device.
func (c *DeviceClient) ByName(ctx context.Context, name string) (Device, error) {
	req, err := newRequest(ctx, http.MethodGet, c.base.JoinPath("api", "v3", "device", "name", name))
	if err != nil {
		return Device{}, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return Device{}, fmt.Errorf("core metadata: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Device{}, fmt.Errorf("core metadata: %s", resp.Status)
	}
	var d Device
	if err := json.NewDecoder(resp.Body).Decode(&d); err != nil {
		return Device{}, fmt.Errorf("core metadata: %w", err)
	}
	return d, nil
}

type correlationKey struct{}

// WithCorrelation remembers the id under which a request is logged everywhere.
func WithCorrelation(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, correlationKey{}, id)
}

func newRequest(ctx context.Context, method string, u *url.URL) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, u.String(), nil)
	if err != nil {
		return nil, err
	}
	if id, ok := ctx.Value(correlationKey{}).(string); ok {
		req.Header.Set("X-Correlation-ID", id)
	}
	req.Header.Set("Accept", "application/json")
	return req, nil
}
