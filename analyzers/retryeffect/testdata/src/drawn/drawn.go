// Package drawn sends keys in forms, maps and structs, and leaves it to others what is repeated.
package drawn

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"again"

	"github.com/google/uuid"
	"github.com/sethvargo/go-retry"
)

type cloud struct {
	endpoint string
	client   *http.Client
}

type fault struct {
	Status int
	Code   string
}

func (f *fault) Error() string { return f.Code }

func passing(err error) bool {
	var f *fault
	if errors.As(err, &f) {
		return f.Status >= 500 || f.Code == "Throttling"
	}
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

// named: only a code that is not known to mean anything leads back.
func named(err error) bool {
	var f *fault
	return errors.As(err, &f) && f.Code == "Throttling"
}

func (c *cloud) form(ctx context.Context, params url.Values) error {
	signed := maps.Clone(params)
	signed.Set("Date", time.Now().Format(time.RFC3339))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, strings.NewReader(signed.Encode()))
	if err != nil {
		return err
	}
	return c.do(req)
}

func (c *cloud) do(req *http.Request) error {
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return &fault{Status: resp.StatusCode}
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

func params(name string) url.Values {
	return url.Values{
		"Action":      {"CreateGateway"},
		"ClientToken": {uuid.NewString()}, // want `has a key \(uuid.NewString\) that each attempt of retry.Do \(4 attempts\) draws anew`
		"Name":        {name},
	}
}

var policy = retry.WithMaxRetries(3, retry.NewFibonacci(time.Second))

// What a driver's closure marks is a timeout, or an answer of 500, among others.
func (c *cloud) marks(ctx context.Context, name string) error {
	return retry.Do(ctx, policy, func(ctx context.Context) error {
		err := c.form(ctx, params(name))
		if passing(err) {
			return retry.RetryableError(err)
		}
		return err
	})
}

func (c *cloud) marksOnce(ctx context.Context, name string) error {
	p := params(name)
	return retry.Do(ctx, policy, func(ctx context.Context) error {
		err := c.form(ctx, p)
		if passing(err) {
			return retry.RetryableError(err)
		}
		return err
	})
}

func (c *cloud) marksNamed(ctx context.Context, name string) error {
	return retry.Do(ctx, policy, func(ctx context.Context) error {
		err := c.form(ctx, url.Values{"Action": {"CreateGateway"}, "Name": {name}})
		if named(err) {
			return retry.RetryableError(err)
		}
		return err
	})
}

// The helper of another package repeats timeouts among others.
func (c *cloud) elsewhere(ctx context.Context, name string) error {
	return again.Run(ctx, func(ctx context.Context) error {
		return c.form(ctx, url.Values{"Action": {"CreateGateway"}, "Name": {name}}) // want `POST .* is repeated by Run \(4 attempts\)`
	})
}

func (c *cloud) elsewhereRefused(ctx context.Context, name string) error {
	return again.Refused(ctx, func(ctx context.Context) error {
		return c.form(ctx, url.Values{"Action": {"CreateGateway"}, "Name": {name}})
	})
}

// elsewhereSaid asks a predicate of another package.
func (c *cloud) elsewhereSaid(ctx context.Context, name string) error {
	var err error
	for range 3 {
		err = c.form(ctx, url.Values{"Action": {"CreateGateway"}, "Name": {name}}) // want `POST .* is repeated by the loop \(3 attempts\)`
		if !again.Passing(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// ── keys that are put into forms, maps and structs ──

func (c *cloud) formSet(ctx context.Context, name string) error {
	form := url.Values{}
	form.Set("name", name)
	form.Set("idempotency_key", uuid.NewString())
	var err error
	for range 3 {
		if err = c.form(ctx, form); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *cloud) formSetAnew(ctx context.Context, name string) error {
	var err error
	for range 3 {
		form := url.Values{}
		form.Set("name", name)
		form.Set("idempotency_key", uuid.NewString()) // want `has a key \(uuid.NewString\) that each attempt of the loop`
		if err = c.form(ctx, form); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type order struct {
	Item        string
	ClientToken string
}

func (c *cloud) post(ctx context.Context, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint+"/orders", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return c.do(req)
}

func (c *cloud) assigned(ctx context.Context, item string) error {
	o := order{Item: item}
	o.ClientToken = uuid.NewString()
	var err error
	for range 3 {
		if err = c.post(ctx, o); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *cloud) assignedAnew(ctx context.Context, item string) error {
	o := order{Item: item}
	var err error
	for range 3 {
		o.ClientToken = uuid.NewString() // want `has a key \(uuid.NewString\) that each attempt of the loop`
		if err = c.post(ctx, o); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// assignedIfUnset: the key of the first attempt stays.
func (c *cloud) assignedIfUnset(ctx context.Context, item string) error {
	o := order{Item: item}
	var err error
	for range 3 {
		if o.ClientToken == "" {
			o.ClientToken = uuid.NewString()
		}
		if err = c.post(ctx, o); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func newOrder(item string) order { return order{Item: item, ClientToken: token()} }

func token() string { return uuid.NewString() }

func (c *cloud) madeOnce(ctx context.Context, item string) error {
	o := newOrder(item)
	var err error
	for range 3 {
		if err = c.post(ctx, o); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *cloud) mapped(ctx context.Context, item string) error {
	m := map[string]any{"item": item}
	m["idempotencyKey"] = uuid.NewString()
	var err error
	for range 3 {
		if err = c.post(ctx, m); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
