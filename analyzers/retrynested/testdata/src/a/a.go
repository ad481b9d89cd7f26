package a

import (
	"context"
	"net/http"
	"time"

	"wire"

	grpcretry "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
)

type app struct {
	plain    *http.Client
	retrying *http.Client
	conn     *grpc.ClientConn
	once     *grpc.ClientConn
}

func newApp() *app {
	again := grpcretry.UnaryClientInterceptor(grpcretry.WithMax(3))
	conn, err := grpc.NewClient("x", grpc.WithChainUnaryInterceptor(again))
	if err != nil {
		return nil
	}
	once, err := grpc.NewClient("x")
	if err != nil {
		return nil
	}
	return &app{plain: &http.Client{Timeout: time.Second}, retrying: wire.Client(), conn: conn, once: once}
}

// A loop around a helper of another package that retries.
func (a *app) loopHelper(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = wire.Ping(ctx, a.plain, "u"); err == nil || ctx.Err() != nil { // want `Ping → the loop tries up to 3 times by itself, and the loop at \w+.go:\d+ repeats that: 5 × 3 = 15 attempts`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Two calls down.
func (a *app) loopDeep(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = wire.Check(ctx, "u"); err == nil || ctx.Err() != nil { // want `Check → Ping → the loop tries up to 3 times by itself, and the loop at \w+.go:\d+ repeats that: 5 × 3 = 15`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (a *app) loopOnce(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = wire.Once(ctx, a.plain, "u"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// A client made elsewhere that retries, in a field.
func (a *app) loopClient(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = a.get(ctx); err == nil || ctx.Err() != nil { // want `\(\*app\).get → \(\*Client\).Do tries up to 4 times by itself, and the loop at \w+.go:\d+ repeats that: 5 × 4 = 20`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (a *app) get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "u", nil)
	if err != nil {
		return err
	}
	resp, err := a.retrying.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A helper around a helper.
func (a *app) helperHelper(ctx context.Context) error {
	return wire.Do(ctx, 2, func() error {
		return wire.Do(ctx, 3, func() error { return wire.Once(ctx, a.plain, "u") }) // want `Do tries up to 3 times by itself, and Do repeats that: 2 × 3 = 6`
	})
}

// A loop in a loop.
func (a *app) loopLoop(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		for k := 0; k < 2; k++ { // want `the loop tries up to 2 times by itself, and the loop at \w+.go:\d+ repeats that: 5 × 2 = 10`
			if err = wire.Once(ctx, a.plain, "u"); err == nil || ctx.Err() != nil {
				return err
			}
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Second)
	}
	return err
}

// The same two one after the other.
func (a *app) loopThenLoop(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = wire.Once(ctx, a.plain, "u"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return wire.Ping(ctx, a.plain, "v")
}

// Distinct items, each with its own attempts.
func (a *app) items(ctx context.Context, urls []string) error {
	for _, u := range urls {
		if err := wire.Ping(ctx, a.plain, u); err != nil {
			return err
		}
	}
	return nil
}

// An interceptor around each call.
func (a *app) intercepted(ctx context.Context) error {
	return wire.Do(ctx, 4, func() error {
		return a.conn.Invoke(ctx, "m", nil, nil) // want `\(\*ClientConn\).Invoke tries up to 3 times by itself, and Do repeats that: 4 × 3 = 12`
	})
}

func (a *app) disabled(ctx context.Context) error {
	return wire.Do(ctx, 4, func() error {
		return a.conn.Invoke(ctx, "m", nil, nil, grpcretry.Disable())
	})
}

func (a *app) notIntercepted(ctx context.Context) error {
	return wire.Do(ctx, 4, func() error { return a.once.Invoke(ctx, "m", nil, nil) })
}

// A library's client.
func library(req *http.Request) error {
	rc := retryablehttp.NewClient()
	c := rc.StandardClient()
	var err error
	for n := 0; n < 3; n++ {
		if _, err = c.Do(req); err == nil { // want `\(\*Client\).Do tries up to 5 times by itself, and the loop at \w+.go:\d+ repeats that: 3 × 5 = 15`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func libraryOff(req *http.Request) error {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 0
	c := &http.Client{Transport: &retryablehttp.RoundTripper{Client: rc}}
	var err error
	for n := 0; n < 3; n++ {
		if _, err = c.Do(req); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type withToken struct {
	next  http.RoundTripper
	token string
}

func (t withToken) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-Token", t.token)
	return t.next.RoundTrip(req)
}

// A transport wrapped twice.
func twice(token string) *http.Client {
	c := wire.Client()
	c.Transport = wire.Persistent(withToken{next: c.Transport, token: token}) // want `this puts a transport that retries around withToken{…}, which retries already: 4 × 4 = 16 attempts`
	return c
}

func twiceAtOnce() http.RoundTripper {
	return wire.Persistent(wire.Persistent(http.DefaultTransport)) // want `4 × 4 = 16 attempts`
}

func wrappedOnce(token string) *http.Client {
	c := wire.Client()
	c.Transport = withToken{next: c.Transport, token: token}
	return c
}

// How many attempts is up to others: an exported variable, and one that can be set.
var (
	Attempts = 3
	tries    = 3
)

func SetTries(n int) { tries = n }

func (a *app) asMany(ctx context.Context) error {
	var err error
	for n := 0; n < Attempts; n++ {
		if err = wire.Once(ctx, a.plain, "u"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (a *app) asSet(ctx context.Context) error {
	var err error
	for n := 0; n < tries; n++ {
		if err = wire.Once(ctx, a.plain, "u"); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (a *app) loopAsMany(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = a.asMany(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		if err = a.asSet(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Once more in a straight line, with a function that retries handed on.
func (a *app) onceMore(ctx context.Context) error {
	err := a.logged(ctx, a.pinged)
	if err != nil {
		err = a.logged(ctx, a.pinged)
	}
	return err
}

func (a *app) logged(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

func (a *app) pinged(ctx context.Context) error { return wire.Ping(ctx, a.plain, "u") }
