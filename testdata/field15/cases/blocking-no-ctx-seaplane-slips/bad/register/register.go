// Package register is a client of the harbour master's register.
package register

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
)

// Client talks to one register.
type Client struct {
	base string
	hc   *http.Client
}

// New returns a client that presents cert to the register.
func New(base string, cert tls.Certificate) *Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.TLSClientConfig = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	return &Client{base: base, hc: &http.Client{Transport: tr}} // OR blocking-no-ctx
}

type entry struct {
	Holder string `json:"holder"`
}

// Holder returns who holds a slip.
func (c *Client) Holder(slip string) (string, error) {
	var e entry
	err := c.call(http.MethodGet, slip, nil, &e)
	return e.Holder, err
}

// Assign gives a slip to a holder.
func (c *Client) Assign(slip, holder string) error {
	raw, err := json.Marshal(entry{Holder: holder})
	if err != nil {
		return err
	}
	return c.call(http.MethodPut, slip, raw, nil)
}

func (c *Client) call(method, slip string, body []byte, out any) error {
	req, err := http.NewRequest(method, c.base+"/slips/"+url.PathEscape(slip), bytes.NewReader(body)) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.hc.Do(req) // EXPECT blocking-no-ctx
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
