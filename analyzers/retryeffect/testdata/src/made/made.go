// Package made repeats functions that others have made, with a key that was given to these.
package made

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/sethvargo/go-retry"
)

type shop struct {
	base string
	hc   *http.Client
}

func policy() retry.Backoff { return retry.WithMaxRetries(3, retry.NewFibonacci(time.Second)) }

func (s *shop) post(ctx context.Context, key string, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/orders", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	res, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// sender returns what sends raw under the key.
func (s *shop) sender(key string, raw []byte) func(context.Context) error {
	return func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/orders", bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		res, err := s.hc.Do(req)
		if err != nil {
			return retry.RetryableError(err)
		}
		return res.Body.Close()
	}
}

// Drawn when the function is made, before the first attempt.
func (s *shop) order(ctx context.Context, raw []byte) error {
	send := s.sender(uuid.NewString(), raw)
	return retry.Do(ctx, policy(), send)
}

// In place.
func (s *shop) orderInPlace(ctx context.Context, raw []byte) error {
	return retry.Do(ctx, policy(), s.sender(uuid.NewString(), raw))
}

// Made before, called in the attempt.
func (s *shop) orderWrapped(ctx context.Context, raw []byte) error {
	send := s.sender(uuid.NewString(), raw)
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		if err := send(ctx); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

// A loop of one's own around what was made before.
func (s *shop) orderLoop(ctx context.Context, raw []byte) error {
	send := s.sender(uuid.NewString(), raw)
	var err error
	for range 3 {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Each attempt makes another function.
func (s *shop) orderAnew(ctx context.Context, raw []byte) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		if err := s.sender2(uuid.NewString(), raw)(ctx); err != nil { // want `anew`
			return retry.RetryableError(err)
		}
		return nil
	})
}

func (s *shop) sender2(key string, raw []byte) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := s.post(ctx, key, raw); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	}
}

func (s *shop) order2(ctx context.Context, raw []byte) error {
	send := s.sender2(uuid.NewString(), raw)
	return retry.Do(ctx, policy(), send)
}

func (s *shop) sender3(raw []byte) func(context.Context) error {
	key := uuid.NewString()
	return func(ctx context.Context) error {
		if err := s.post(ctx, key, raw); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	}
}

// Drawn by what makes the function.
func (s *shop) order3(ctx context.Context, raw []byte) error {
	return retry.Do(ctx, policy(), s.sender3(raw))
}

func (s *shop) sender4(raw []byte) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := s.post(ctx, uuid.NewString(), raw); err != nil { // want `anew`
			return retry.RetryableError(err)
		}
		return nil
	}
}

// Drawn in what was made.
func (s *shop) order4(ctx context.Context, raw []byte) error {
	return retry.Do(ctx, policy(), s.sender4(raw))
}

type order struct {
	s   *shop
	key string
	raw []byte
}

func (o order) send(ctx context.Context) error {
	if err := o.s.post(ctx, o.key, o.raw); err != nil {
		return retry.RetryableError(err)
	}
	return nil
}

// A method value: the struct was filled before.
func (s *shop) orderMethod(ctx context.Context, raw []byte) error {
	o := order{s, uuid.NewString(), raw}
	return retry.Do(ctx, policy(), o.send)
}

func (s *shop) orderMethodNamed(ctx context.Context, raw []byte) error {
	o := &order{s: s, key: uuid.NewString(), raw: raw}
	return retry.Do(ctx, policy(), o.send)
}

func newOrder(s *shop, key string, raw []byte) *order { return &order{s, key, raw} }

func freshOrder(s *shop, raw []byte) *order { return &order{s, uuid.NewString(), raw} }

func (s *shop) orderMade(ctx context.Context, raw []byte) error {
	return retry.Do(ctx, policy(), newOrder(s, uuid.NewString(), raw).send)
}

func (s *shop) orderFresh(ctx context.Context, raw []byte) error {
	return retry.Do(ctx, policy(), freshOrder(s, raw).send)
}

// Each attempt makes another function, and keeps it for a moment.
func (s *shop) orderAnewNamed(ctx context.Context, raw []byte) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		send := s.sender(uuid.NewString(), raw) // want `anew`
		if err := send(ctx); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

// A loop: the function of each attempt has a key of its own.
func (s *shop) orderLoopAnew(ctx context.Context, raw []byte) error {
	var err error
	for range 3 {
		if err = s.sender(uuid.NewString(), raw)(ctx); err == nil { // want `anew`
			return nil
		}
	}
	return err
}

type form struct {
	IdempotencyKey string `json:"idempotencyKey"`
	Item           string `json:"item"`
}

func (s *shop) sendForm(item any) func(context.Context) error {
	return func(ctx context.Context) error {
		raw, err := json.Marshal(item)
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/orders", bytes.NewReader(raw))
		if err != nil {
			return err
		}
		res, err := s.hc.Do(req)
		if err != nil {
			return retry.RetryableError(err)
		}
		return res.Body.Close()
	}
}

// The key is a field of what the function was made with.
func (s *shop) orderForm(ctx context.Context, item string) error {
	return retry.Do(ctx, policy(), s.sendForm(form{uuid.NewString(), item}))
}

func (s *shop) orderFormNamed(ctx context.Context, item string) error {
	send := s.sendForm(&form{IdempotencyKey: uuid.NewString(), Item: item})
	return retry.Do(ctx, policy(), send)
}

// Repeats by itself, with the key that it is given.
func (s *shop) place(ctx context.Context, key string, raw []byte) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/orders", bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		res, err := s.hc.Do(req)
		if err != nil {
			return retry.RetryableError(err)
		}
		return res.Body.Close()
	})
}

func (s *shop) orderPlaced(ctx context.Context, raw []byte) error {
	return s.place(ctx, uuid.NewString(), raw)
}
