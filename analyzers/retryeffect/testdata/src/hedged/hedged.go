// Package hedged has clients that send a second copy of a slow request.
package hedged

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/hedgepolicy"
)

type taxis struct {
	hedged, once *http.Client
}

type orders struct{ hc *http.Client }

func newTaxis() *taxis {
	return &taxis{
		hedged: &http.Client{Transport: failsafehttp.NewRoundTripper(nil, hedgepolicy.NewWithDelay[*http.Response](time.Second))},
		once:   &http.Client{},
	}
}

func newOrders() *orders {
	hedge := hedgepolicy.NewWithDelay[*http.Response](time.Second)
	return &orders{hc: &http.Client{Transport: failsafehttp.NewRoundTripper(nil, hedge)}} // want `POST to /rides is sent once more by the transport of the client.* when it is slow`
}

// A second order of the same taxi.
func (o *orders) order(ctx context.Context, raw []byte) error {
	return post(ctx, o.hc, raw)
}

func (o *orders) orderHere(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://taxis.example/rides", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	res, err := o.hc.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// Only a look.
func (t *taxis) near(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://taxis.example/taxis", nil)
	if err != nil {
		return err
	}
	res, err := t.hedged.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// Through the client that sends once.
func (t *taxis) order(ctx context.Context, raw []byte) error {
	return post(ctx, t.once, raw)
}

// Both copies have the same key.
func (t *taxis) orderKeyed(ctx context.Context, raw []byte, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://taxis.example/rides", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	res, err := t.hedged.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func post(ctx context.Context, hc *http.Client, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://taxis.example/rides", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	res, err := hc.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}
