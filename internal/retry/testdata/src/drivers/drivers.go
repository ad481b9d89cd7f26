// Package drivers runs operations through libraries that repeat them.
package drivers

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/go-resty/resty/v2"
	dskit "github.com/grafana/dskit/backoff"
	"github.com/hashicorp/go-retryablehttp"
	"k8s.io/apimachinery/pkg/util/wait"
	kretry "k8s.io/client-go/util/retry"
)

func work(ctx context.Context) error

var errBusy = errors.New("busy")

// retry: driver leaves closure n=unbounded total=15m0s between jitter=yes stops=no guard=any nodelay=no
func exponential() error {
	return backoff.Retry(func() error { return work(context.Background()) }, backoff.NewExponentialBackOff())
}

// retry: driver leaves n=unbounded !between stops=yes
func noElapsed(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 300 * time.Millisecond
	bo.MaxElapsedTime = 0
	return backoff.Retry(func() error { return work(ctx) }, backoff.WithContext(bo, ctx))
}

// retry: driver leaves n=6 total=25s delay=300ms..3s growth=1.5 stops=yes
func counted(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 300 * time.Millisecond
	bo.MaxInterval = 3 * time.Second
	bo.MaxElapsedTime = 25 * time.Second
	op := func() error { return work(ctx) }
	return backoff.RetryNotify(op, backoff.WithContext(backoff.WithMaxRetries(bo, 5), ctx), func(err error, d time.Duration) { log.Print(err, d) })
}

// retry: driver leaves n=unbounded total=30s between per=4s
func byOptions(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff(backoff.WithInitialInterval(time.Second), backoff.WithMaxElapsedTime(30*time.Second))
	return backoff.Retry(func() error {
		ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
		defer cancel()
		return work(ctx)
	}, bo)
}

// retry: driver leaves n=3 jitter=no delay=2s sum=4s
func constant() error {
	return backoff.Retry(op, backoff.WithMaxRetries(backoff.NewConstantBackOff(2*time.Second), 2))
}

func op() error { return work(context.Background()) }

// retry: driver leaves n=unknown bounded=maybe
func unknownPolicy(b backoff.BackOff) error { return backoff.Retry(op, b) }

// retry: driver leaves n=4 stops=yes total=1m0s
func avast(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return retry.Do(func() error { return work(ctx) }, retry.Context(ctx), retry.Attempts(4), retry.Delay(time.Second), retry.LastErrorOnly(true))
}

// retry: driver leaves n=10 stops=no default=10
func avastDefault(ctx context.Context) error {
	return retry.Do(func() error { return work(ctx) })
}

// retry: driver leaves n=unbounded
func avastForEver(ctx context.Context) error {
	return retry.Do(func() error { return work(ctx) }, retry.UntilSucceeded(), retry.Context(ctx))
}

// retry: driver leaves n=unbounded
func avastZero(ctx context.Context) error {
	return retry.Do(func() error { return work(ctx) }, retry.Attempts(0))
}

// retry: driver leaves n=unknown
func avastOptions(ctx context.Context, opts ...retry.Option) error {
	return retry.Do(func() error { return work(ctx) }, opts...)
}

// retry: driver leaves n=2
func avastSlice(ctx context.Context) error {
	opts := []retry.Option{retry.Attempts(2), retry.Delay(time.Second)}
	return retry.Do(func() error { return work(ctx) }, opts...)
}

// retry: driver leaves n=3 guard=unknown
func avastIf(ctx context.Context) error {
	return retry.Do(func() error { return work(ctx) }, retry.Attempts(3), retry.RetryIf(func(err error) bool { return errors.Is(err, errBusy) }))
}

var kubeBackoff = wait.Backoff{Duration: 400 * time.Millisecond, Factor: 2, Jitter: 0.3, Steps: 3}

// retry: driver leaves n=3 per=5s sum=1.2s worst=16.2s stops=yes
func kube(ctx context.Context) error {
	return wait.ExponentialBackoffWithContext(ctx, kubeBackoff, func(ctx context.Context) (bool, error) {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		err := work(ctx)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, errBusy):
			return false, nil
		}
		return false, err
	})
}

// A condition that returns its error never repeats.
//
// retry: none
func kubePolls(ctx context.Context) error {
	return wait.ExponentialBackoff(kubeBackoff, func() (bool, error) {
		if err := work(ctx); err != nil {
			return false, err
		}
		return true, nil
	})
}

// retry: driver leaves n=unbounded total=1m0s
func kubeBears(ctx context.Context) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := work(ctx); err != nil {
			return false, nil
		}
		return true, nil
	})
}

// retry: driver leaves n=5 guard=conflict stops=no
func kubeConflict(ctx context.Context) error {
	return kretry.RetryOnConflict(kretry.DefaultRetry, func() error { return work(ctx) })
}

// retry: driver continues periodic
func kubeUntil(ctx context.Context, stop chan struct{}) {
	wait.Until(func() { _ = work(ctx) }, time.Minute, stop)
}

// retry: driver leaves n=51 tx guard=conflict nodelay=yes
func cockroach(ctx context.Context, db *sql.DB) error {
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE t SET n = n + 1")
		return err
	})
}

// retry: loop-driver leaves n=4 nodelay=no
func ongoing(ctx context.Context) error {
	b := dskit.New(ctx, dskit.Config{MinBackoff: time.Second, MaxBackoff: 8 * time.Second, MaxRetries: 4})
	for b.Ongoing() {
		if err := work(ctx); err == nil {
			return nil
		}
		b.Wait()
	}
	return b.Err()
}

// retry: loop-driver leaves nodelay=no
func backoffTicker(ctx context.Context) error {
	t := backoff.NewTicker(backoff.NewExponentialBackOff())
	defer t.Stop()
	var err error
	for range t.C {
		if err = work(ctx); err == nil {
			return nil
		}
	}
	return err
}

// The limit stands around the retry: it is one of the whole.
//
// retry: driver leaves n=3 total=2s !per=2s
func limitOutside(ctx context.Context) error {
	rp := retrypolicy.NewBuilder[any]().WithMaxAttempts(3).Build()
	return failsafe.With[any](timeout.New[any](2*time.Second), rp).WithContext(ctx).Run(func() error { return work(ctx) })
}

// retry: driver leaves n=3 per=2s !total=2s
func limitInside(ctx context.Context) error {
	rp := retrypolicy.NewBuilder[any]().WithMaxRetries(2).Build()
	return failsafe.With[any](rp, timeout.New[any](2*time.Second)).WithContext(ctx).Run(func() error { return work(ctx) })
}

type web struct {
	std   *http.Client
	plain *http.Client
	rt    *http.Client
	own   *http.Client
	rc    *resty.Client
	rh    *retryablehttp.Client
}

func newWeb() *web {
	rh := retryablehttp.NewClient()
	rh.RetryMax = 3
	rh.RetryWaitMin = 250 * time.Millisecond
	rh.RetryWaitMax = time.Second
	rh.HTTPClient.Timeout = 6 * time.Second
	std := rh.StandardClient()
	std.Timeout = 30 * time.Second
	rc := resty.New().SetTimeout(10 * time.Second)
	rc.SetRetryCount(2)
	off := retryablehttp.NewClient()
	off.RetryMax = 0
	return &web{
		std:   std,
		plain: &http.Client{Timeout: time.Second},
		rt:    &http.Client{Transport: &retryablehttp.RoundTripper{Client: rh}, Timeout: 5 * time.Second},
		own:   &http.Client{Transport: &persistent{http.DefaultTransport}},
		rc:    rc,
		rh:    off,
	}
}

// retry: self leaves n=4 per=6s
func (w *web) standard(req *http.Request) (*http.Response, error) { return w.std.Do(req) }

// retry: none
func (w *web) once(req *http.Request) (*http.Response, error) { return w.plain.Do(req) }

// retry: self leaves n=4 total=5s
func (w *web) transport(req *http.Request) (*http.Response, error) { return w.rt.Do(req) }

// retry: self leaves n=3
func (w *web) ownTransport(req *http.Request) (*http.Response, error) { return w.own.Do(req) }

// retry: self leaves n=3 per=10s
func (w *web) rest(ctx context.Context, v any) error {
	_, err := w.rc.R().SetContext(ctx).SetBody(v).Post("/things")
	return err
}

// retry: none
func (w *web) switchedOff(r *retryablehttp.Request) (*http.Response, error) { return w.rh.Do(r) }

// retry: self leaves n=unknown default=5
func outOfSight(c *retryablehttp.Client, r *retryablehttp.Request) (*http.Response, error) {
	return c.Do(r)
}

type persistent struct{ next http.RoundTripper }

// retry: loop leaves n=3
func (p *persistent) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = p.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// retry: loop leaves op=w.std.Do n=5
// retry: self leaves n=4
func nestedInLoop(w *web, req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = w.std.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
