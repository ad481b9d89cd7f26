// Package transport posts through clients whose transports repeat.
package transport

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"transport/layers"
)

type bank struct{ http *http.Client }

func below(wire http.RoundTripper) *bank {
	return &bank{http: &http.Client{Transport: layers.Again(layers.Key(wire), 3)}} // want `POST to /payouts is repeated by the transport of the client \(3 attempts\)`
}

func (b *bank) pay(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://bank.example/payouts", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := b.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// shop has the layers in the right order.
type shop struct{ http *http.Client }

func above(wire http.RoundTripper) *shop {
	return &shop{http: &http.Client{Transport: layers.Key(layers.Again(wire, 3))}}
}

func (s *shop) order(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example/orders", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A retrying transport of this package.
type retrying struct {
	next  http.RoundTripper
	tries int
}

func (t *retrying) RoundTrip(req *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	for range t.tries {
		if req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		req.Header.Set("X-Attempt", "1")
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// getOnly looks at the method.
type getOnly struct{ next http.RoundTripper }

func (t *getOnly) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet {
		return t.next.RoundTrip(req)
	}
	var resp *http.Response
	var err error
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// empty repeats what has no body.
type empty struct{ next http.RoundTripper }

func (t *empty) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := t.next.RoundTrip(req)
		if err == nil || n == 3 || req.Body != nil {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

// keyed gives a request a key by itself.
type keyed struct{ next http.RoundTripper }

func (t *keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Header.Get("Idempotency-Key") == "" {
		req.Header.Set("Idempotency-Key", time.Now().String())
	}
	var resp *http.Response
	var err error
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// told gives a request a token by which the server may know it again.
type told struct{ next http.RoundTripper }

func (t *told) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("X-Retry-Token", time.Now().String())
	var resp *http.Response
	var err error
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type ask struct{ next http.RoundTripper }

// RoundTrip repeats what a context allows.
func (t *ask) RoundTrip(req *http.Request) (*http.Response, error) {
	may, _ := req.Context().Value(ask{}).(bool)
	var resp *http.Response
	var err error
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil || !may {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func get(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: &getOnly{next: http.DefaultTransport}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func emptied(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: &empty{next: http.DefaultTransport}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func ownKey(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: &keyed{next: http.DefaultTransport}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func ownToken(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: &told{next: http.DefaultTransport}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func asked(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: &ask{next: http.DefaultTransport}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func careful(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: layers.Careful(http.DefaultTransport, 3)}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func refused(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: layers.Refused(http.DefaultTransport, 3)}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func direct(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: &retrying{next: http.DefaultTransport, tries: 3}} // want `POST to /a is repeated by the transport of the client`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func streamed(ctx context.Context, body io.Reader) error {
	c := &http.Client{Transport: &retrying{next: http.DefaultTransport, tries: 3}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", body)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func withKey(ctx context.Context, raw []byte, key string) error {
	c := &http.Client{Transport: &retrying{next: http.DefaultTransport, tries: 3}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/a", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func reads(ctx context.Context) error {
	c := &http.Client{Transport: &retrying{next: http.DefaultTransport, tries: 3}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://x.example/a", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
