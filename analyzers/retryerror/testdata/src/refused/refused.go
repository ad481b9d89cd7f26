package refused

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/sony/gobreaker"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"k8s.io/apimachinery/pkg/util/wait"
)

type client struct {
	http *http.Client
	cb   *gobreaker.CircuitBreaker
}

var errUnknown = errors.New("unknown")

func (c *client) ask(ctx context.Context) (any, error) {
	return nil, c.getText(ctx)
}

func (c *client) open(ctx context.Context) (any, error) {
	for n := 1; ; n++ { // want `the loop goes on after .*Execute has refused`
		v, err := c.cb.Execute(func() (any, error) { return c.ask(ctx) })
		if err == nil {
			return v, nil
		}
		if n == 4 || errors.Is(err, errUnknown) || ctx.Err() != nil {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func (c *client) guarded(ctx context.Context) error {
	_, err := c.cb.Execute(func() (any, error) { return c.ask(ctx) })
	return err
}

func (c *client) openBelow(ctx context.Context) error {
	return retry.Do(func() error { // want `retry.Do goes on after .*Execute has refused`
		return c.guarded(ctx)
	}, retry.Context(ctx), retry.Attempts(5))
}

func (c *client) stopsAtRefusal(ctx context.Context) error {
	for n := 1; ; n++ {
		_, err := c.cb.Execute(func() (any, error) { return c.ask(ctx) })
		if err == nil {
			return nil
		}
		if n == 4 || errors.Is(err, gobreaker.ErrOpenState) || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (c *client) asksElsewhere(ctx context.Context) error {
	for n := 1; ; n++ {
		_, err := c.cb.Execute(func() (any, error) { return c.ask(ctx) })
		if err == nil {
			return nil
		}
		if n == 4 || !transient(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func transient(err error) bool { return err.Error() != "" }

// The retry inside of the breaker.
func (c *client) inside(ctx context.Context) error {
	_, err := c.cb.Execute(func() (any, error) {
		return nil, retry.Do(func() error { _, err := c.ask(ctx); return err }, retry.Context(ctx))
	})
	return err
}

type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprint(e.code) }

func (c *client) get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return &statusError{resp.StatusCode}
	}
	return nil
}

func (c *client) getOf(ctx context.Context, name string) error {
	u := "http://a/" + url.PathEscape(name)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return &statusError{resp.StatusCode}
	}
	return nil
}

func (c *client) always(ctx context.Context, name string) (err error) {
	for n := 0; n < 5; n++ { // want `the loop repeats every status but success, also 400, 401, 403 and 404`
		if err = c.getOf(ctx, name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The same request each time, but for minutes.
func (c *client) sameForLong(ctx context.Context) (err error) {
	for n := 0; n < 10; n++ { // want `the loop repeats every status but success, also 400, 401, 403 and 404`
		if err = c.get(ctx); err == nil {
			return nil
		}
		time.Sleep(10 * time.Second)
	}
	return err
}

// Right: nothing that a caller gives is asked for, a handful of times.
func (c *client) settings(ctx context.Context) (err error) {
	for n := 0; n < 5; n++ {
		if err = c.get(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) looks(ctx context.Context) (err error) {
	for n := 0; n < 5; n++ {
		if err = c.get(ctx); err == nil {
			return nil
		}
		var st *statusError
		if errors.As(err, &st) && st.code < 500 {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// It may not be there yet.
func (c *client) waitUntilThere(ctx context.Context) (err error) {
	for n := 0; n < 5; n++ {
		if err = c.get(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) getText(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}

func (c *client) text(ctx context.Context) (err error) {
	for n := 0; n < 5; n++ {
		if err = c.getText(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The deferred function wraps what was set before.
func wraps(ctx context.Context, c *client) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("wraps: %w", err)
		}
	}()
	for n := 0; n < 5; n++ {
		err := c.getText(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err // want `err is always nil here`
}

// Codes that stay the same.

type stub interface {
	Print(ctx context.Context, n int) error
}

func code(ctx context.Context, s stub) (err error) {
	for try := 1; try <= 5; try++ {
		if err = s.Print(ctx, try); err == nil {
			return nil
		}
		switch status.Code(err) {
		case codes.Canceled:
			return err
		case codes.InvalidArgument, codes.Unavailable: // want `the loop repeats the call at InvalidArgument`
		default:
			if ctx.Err() != nil {
				return err
			}
		}
		time.Sleep(time.Second)
	}
	return err
}

func codeLeaves(ctx context.Context, s stub) (err error) {
	for try := 1; try <= 5; try++ {
		if err = s.Print(ctx, try); err == nil {
			return nil
		}
		switch status.Code(err) {
		case codes.InvalidArgument, codes.Unimplemented:
			return err
		case codes.Unavailable, codes.NotFound:
		}
		time.Sleep(time.Second)
	}
	return err
}

// A pointer made for the comparison.

type laterError struct{ why string }

func (e *laterError) Error() string { return e.why }

type kindError struct{ why string }

func (e *kindError) Error() string        { return e.why }
func (e *kindError) Is(target error) bool { _, ok := target.(*kindError); return ok }

func compares(ctx context.Context, s stub) error {
	for n := 1; ; n++ {
		err := s.Print(ctx, n)
		if err == nil {
			return nil
		}
		if !errors.Is(err, &laterError{}) || n == 3 { // want `errors.Is is never true here`
			return err
		}
		time.Sleep(time.Second)
	}
}

func comparesKind(ctx context.Context, s stub) error {
	for n := 1; ; n++ {
		err := s.Print(ctx, n)
		if err == nil {
			return nil
		}
		if !errors.Is(err, &kindError{}) || n == 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func comparesOnce(ctx context.Context, s stub) bool {
	return errors.Is(s.Print(ctx, 1), &laterError{})
}

// A condition made by a function.

func below(s stub) func() (bool, error) {
	return func() (bool, error) {
		err := s.Print(context.Background(), 1)
		return err == nil, err // want `stops at the first error that its condition returns`
	}
}

func polls(s stub) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}, below(s))
}

// The predicate knows the breaker's refusals.
func (c *client) predicateKnows(ctx context.Context) error {
	return retry.Do(func() error {
		return c.guarded(ctx)
	}, retry.Context(ctx), retry.Attempts(5), retry.RetryIf(passing))
}

func passing(err error) bool {
	return !errors.Is(err, gobreaker.ErrOpenState)
}

func (c *client) literalKnows(ctx context.Context) error {
	return retry.Do(func() error {
		return c.guarded(ctx)
	}, retry.Context(ctx), retry.Attempts(5), retry.RetryIf(func(err error) bool {
		return !errors.Is(err, gobreaker.ErrOpenState)
	}))
}
