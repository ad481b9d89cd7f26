// Package resent has what a library's client, a mark or a script decides about.
package resent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/redis/go-redis/v9"
	"github.com/sethvargo/go-retry"
)

type book struct{ client, calm *http.Client }

func newBook() *book { return &book{client: patient(3), calm: calm()} }

func patient(n int) *http.Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 3
	return rc.StandardClient()
}

func calm() *http.Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 0
	return rc.StandardClient()
}

func (b *book) enter(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/entries", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	_, err = b.client.Do(req) // want `POST to /entries is repeated by .*Do \(4 attempts\) after failures that do not tell whether it was carried out`
	return err
}

func (b *book) keyed(ctx context.Context, id string, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/entries", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", id)
	_, err = b.client.Do(req)
	return err
}

func (b *book) replaced(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://localhost/entries/1", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	_, err = b.client.Do(req)
	return err
}

func (b *book) calmly(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/entries", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	_, err = b.calm.Do(req)
	return err
}

type answer struct{ error }

// passing marks all but what the server has answered.
func passing(err error) error {
	var a answer
	if err == nil || errors.As(err, &a) {
		return err
	}
	return retry.RetryableError(err)
}

// refused marks only what certainly was not done.
func refused(err error) error {
	if redis.HasErrorPrefix(err, "LOADING") {
		return retry.RetryableError(err)
	}
	return err
}

type doors struct{ rdb *redis.Client }

func (d *doors) pass(ctx context.Context) error {
	return retry.Do(ctx, retry.WithMaxRetries(4, retry.NewFibonacci(time.Second)), func(ctx context.Context) error {
		err := d.rdb.Incr(ctx, "visits").Err() // want `redis.Incr is repeated by retry.Do`
		return passing(err)
	})
}

func (d *doors) loading(ctx context.Context) error {
	return retry.Do(ctx, retry.WithMaxRetries(4, retry.NewFibonacci(time.Second)), func(ctx context.Context) error {
		return refused(d.rdb.Incr(ctx, "visits").Err())
	})
}

func (d *doors) unmarked(ctx context.Context) error {
	return retry.Do(ctx, retry.WithMaxRetries(4, retry.NewFibonacci(time.Second)), func(ctx context.Context) error {
		return d.rdb.Incr(ctx, "visits").Err()
	})
}

var use = redis.NewScript(`
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
if used == tonumber(ARGV[1]) then redis.call('EXPIRE', KEYS[1], 60) end
return used`)

var seen = redis.NewScript(`
if redis.call("SISMEMBER", KEYS[2], ARGV[1]) == 1 then return 0 end
redis.call("SADD", KEYS[2], ARGV[1])
return redis.call("INCR", KEYS[1])`)

const set = `redis.call('SET', KEYS[1], ARGV[1])`

func (d *doors) scripted(ctx context.Context) (err error) {
	for range 3 {
		if err = use.Run(ctx, d.rdb, []string{"a"}, 1).Err(); err == nil || ctx.Err() != nil { // want `the script of Run, which runs INCRBY, is repeated by the loop`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (d *doors) evaluated(ctx context.Context) (err error) {
	for range 3 {
		if err = d.rdb.Eval(ctx, "return redis.call('LPUSH', KEYS[1], ARGV[1])", []string{"a"}, 1).Err(); err == nil { // want `the script of Eval, which runs LPUSH, is repeated by the loop`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A script that knows that it has run, one that sets, one that is not known here.
func (d *doors) safely(ctx context.Context, own string) (err error) {
	for range 3 {
		if err = seen.Run(ctx, d.rdb, []string{"a", "b"}, "id").Err(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	for range 3 {
		if err = d.rdb.Eval(ctx, set, []string{"a"}, 1).Err(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	for range 3 {
		if err = d.rdb.Eval(ctx, own, []string{"a"}, 1).Err(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

// Only a script that the server does not know has not run.
func (d *doors) reloaded(ctx context.Context) (err error) {
	for range 3 {
		if err = use.Run(ctx, d.rdb, []string{"a"}, 1).Err(); err == nil || !redis.HasErrorPrefix(err, "NOSCRIPT") {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

type order struct {
	Key   string `json:"idempotency_key"`
	Cents int64  `json:"amount"`
}

func newOrder(cents int64) order {
	return order{
		Key:   uuid.NewString(), // want `has a key \(uuid.NewString\) that each attempt of the loop .*draws anew`
		Cents: cents,
	}
}

func (b *book) pay(ctx context.Context, o order) error {
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/payments", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func (b *book) payAnew(ctx context.Context, cents int64) (err error) {
	for range 3 {
		if err = b.pay(ctx, newOrder(cents)); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (b *book) payOnce(ctx context.Context, cents int64) (err error) {
	o := newOrder(cents)
	for range 3 {
		if err = b.pay(ctx, o); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Whoever made the order may have given it a key.
func (b *book) payGiven(ctx context.Context, o order) (err error) {
	for range 3 {
		if err = b.pay(ctx, o); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// What the client repeats is said by a function that asks for the method.
func reads(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if err != nil || resp.Request.Method != http.MethodGet {
		return false, err
	}
	return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
}

func enterCalmly(ctx context.Context, raw []byte) error {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 3
	rc.CheckRetry = reads
	client := rc.StandardClient()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/entries", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	_, err = client.Do(req)
	return err
}
