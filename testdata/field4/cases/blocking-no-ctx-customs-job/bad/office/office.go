// Package office is a client of the customs office.
package office

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Declaration is what customs want to know about a shipment.
type Declaration struct {
	Shipment string `json:"shipment"`
	Tariff   string `json:"tariff"`
	Value    int64  `json:"value"`
}

// ErrRejected is returned for declarations that the office does not accept.
var ErrRejected = errors.New("declaration rejected")

// Client talks to the office.
type Client struct {
	base string
	http *http.Client
}

// New returns a client. The office is slow at the end of a month.
func New(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: time.Minute}}
}

// Declare files a declaration, or files it anew.
func (c *Client) Declare(d Declaration) error {
	body, err := json.Marshal(d)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(http.MethodPut, c.base+"/declarations/"+d.Shipment, bytes.NewReader(body)) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req) // EXPECT blocking-no-ctx
	if err != nil {
		return fmt.Errorf("declare %s: %w", d.Shipment, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusUnprocessableEntity:
		reason, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
		return fmt.Errorf("%w: %s", ErrRejected, reason)
	case resp.StatusCode >= 300:
		return fmt.Errorf("declare %s: %s", d.Shipment, resp.Status)
	}
	return nil
}
