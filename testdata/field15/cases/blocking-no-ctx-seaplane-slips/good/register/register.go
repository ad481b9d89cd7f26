// Package register is a client of the harbour master's register.
package register

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

const callTimeout = 15 * time.Second

// Client talks to one register.
type Client struct {
	base string
	hc   *http.Client
}

// New returns a client that presents cert to the register.
func New(base string, cert tls.Certificate) *Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.TLSClientConfig = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	return &Client{base: base, hc: &http.Client{Transport: tr, Timeout: callTimeout}}
}

type entry struct {
	Holder string `json:"holder"`
}

// Holder returns who holds a slip.
func (c *Client) Holder(ctx context.Context, slip string) (string, error) {
	var e entry
	err := c.call(ctx, http.MethodGet, slip, nil, &e)
	return e.Holder, err
}

// Assign gives a slip to a holder.
func (c *Client) Assign(ctx context.Context, slip, holder string) error {
	raw, err := json.Marshal(entry{Holder: holder})
	if err != nil {
		return err
	}
	return c.call(ctx, http.MethodPut, slip, raw, nil)
}

func (c *Client) call(ctx context.Context, method, slip string, body []byte, out any) error {
	req, err := http.NewRequestWithContext(ctx, method, c.base+"/slips/"+url.PathEscape(slip), bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("register answered %s", resp.Status)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
