package a

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
)

type options struct{ Timeout, Whole time.Duration }

func around(o options) *http.Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 4
	return &http.Client{
		Transport: &retryablehttp.RoundTripper{Client: rc},
		Timeout:   o.Timeout, // want `this limit covers all attempts, while nothing limits one`
	}
}

func inside(o options) *http.Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 4
	rc.HTTPClient.Timeout = o.Timeout
	return &http.Client{Transport: &retryablehttp.RoundTripper{Client: rc}, Timeout: o.Whole}
}

func sum(o options) *http.Client {
	rc := retryablehttp.NewClient()
	return &http.Client{Transport: &retryablehttp.RoundTripper{Client: rc}, Timeout: 5*o.Timeout + time.Minute}
}

func offInside(o options) *http.Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 0
	return &http.Client{Transport: &retryablehttp.RoundTripper{Client: rc}, Timeout: o.Timeout}
}

// The limit is put on the client when it is there.
func standard(o options) *http.Client {
	rc := retryablehttp.NewClient()
	c := rc.StandardClient()
	c.Timeout = o.Timeout // want `this limit covers all attempts, while nothing limits one`
	return c
}

func standardInside(o options) *http.Client {
	rc := retryablehttp.NewClient()
	rc.HTTPClient.Timeout = o.Timeout
	c := rc.StandardClient()
	c.Timeout = o.Whole
	return c
}

// The limit of one attempt comes with the client inside.
func standardOther(o options, inner *http.Client) *http.Client {
	rc := retryablehttp.NewClient()
	rc.HTTPClient = inner
	c := rc.StandardClient()
	c.Timeout = o.Whole
	return c
}

// Only the limit of one attempt is set.
func insideOnly(o options) *http.Client {
	rc := retryablehttp.NewClient()
	rc.HTTPClient.Timeout = o.Timeout
	return rc.StandardClient()
}

func timeoutLater(o options) *http.Client {
	c := &http.Client{Transport: &retryablehttp.RoundTripper{Client: retryablehttp.NewClient()}}
	c.Timeout = o.Timeout // want `while nothing limits one`
	return c
}

func transportLater(o options) *http.Client {
	c := &http.Client{Timeout: o.Timeout} // want `while nothing limits one`
	c.Transport = &retryablehttp.RoundTripper{Client: retryablehttp.NewClient()}
	return c
}

func bothLater(o options) *http.Client {
	c := &http.Client{}
	c.Timeout = o.Timeout // want `while nothing limits one`
	c.Transport = &retryablehttp.RoundTripper{Client: retryablehttp.NewClient()}
	return c
}

func plainLater(o options) *http.Client {
	c := &http.Client{}
	c.Timeout = o.Timeout
	c.Transport = http.DefaultTransport
	return c
}

// A transport of the package's own.
type again struct {
	next http.RoundTripper
	n    int
}

func newAgain(header time.Duration, n int) *again {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = header
	return &again{next: t, n: n}
}

func (a *again) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := a.next.RoundTrip(req)
		if err == nil || n >= a.n || req.Context().Err() != nil {
			return resp, err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

const header = 8 * time.Second

var _ = headers

func headers() *http.Client {
	rt := newAgain(header, 4)
	return &http.Client{Transport: rt, Timeout: 40 * time.Second}
}

// Policies from the outside in.
var errDown = errors.New("down")

type quotes struct {
	wrong, right failsafe.Executor[int]
}

func newQuotes() *quotes {
	again := retrypolicy.NewBuilder[int]().HandleErrors(timeout.ErrExceeded, errDown).WithMaxRetries(3).Build()
	limit := timeout.New[int](800 * time.Millisecond)
	return &quotes{
		wrong: failsafe.With[int](limit, again), // want `this limit of 800ms stands before the policy that repeats`
		right: failsafe.With[int](timeout.New[int](10*time.Second), again, timeout.New[int](800*time.Millisecond)),
	}
}

func (q *quotes) get(ctx context.Context) (int, error) {
	return q.wrong.WithContext(ctx).Get(func() (int, error) { return ask(ctx) })
}

func (q *quotes) get2(ctx context.Context) (int, error) {
	return q.right.WithContext(ctx).Get(func() (int, error) { return ask(ctx) })
}

func ask(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost", nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

const wrongConfig = `{"methodConfig": [{"name": [{"service": "m"}], "timeout": "1.5s",
	"retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 2,
	"retryableStatusCodes": ["UNAVAILABLE", "DEADLINE_EXCEEDED"]}}]}`

const rightConfig = `{"methodConfig": [{"name": [{"service": "m"}], "timeout": "6s",
	"retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 2,
	"retryableStatusCodes": ["UNAVAILABLE"]}}]}`

func dial(config string) {
	_, _ = grpc.NewClient("m", grpc.WithDefaultServiceConfig(wrongConfig)) // want `the timeout of 1.5s in this service config is the deadline of the whole call`
	_, _ = grpc.NewClient("m", grpc.WithDefaultServiceConfig(rightConfig))
	_, _ = grpc.NewClient("m", grpc.WithDefaultServiceConfig(config))
}
