// Package marks marks errors for a driver, and loses the last one of a loop.
package marks

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/sethvargo/go-retry"
)

type gate struct{ ask func(context.Context) error }

func policy() retry.Backoff { return retry.WithMaxRetries(5, retry.NewConstant(time.Second)) }

func (g gate) marked(ctx context.Context) error {
	if err := g.ask(ctx); err != nil {
		return retry.RetryableError(err)
	}
	return nil
}

func (g gate) printed(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		if err := g.marked(ctx); err != nil {
			return fmt.Errorf("gate: %v", err) // want `does not wrap the one that .*RetryableError`
		}
		return nil
	})
}

func (g gate) printedHere(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		err := g.ask(ctx)
		if err == nil {
			return nil
		}
		err = retry.RetryableError(err)
		return fmt.Errorf("gate: %s", err) // want `does not wrap the one that .*RetryableError`
	})
}

func (g gate) text(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		if err := g.marked(ctx); err != nil {
			return errors.New("gate: " + err.Error()) // want `does not wrap the one that .*RetryableError`
		}
		return nil
	})
}

func (g gate) textPrinted(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		if err := g.marked(ctx); err != nil {
			return fmt.Errorf("gate: %s", err.Error()) // want `does not wrap the one that .*RetryableError`
		}
		return nil
	})
}

// The text is told beside the error itself, and that of another.
func (g gate) textBeside(ctx context.Context, other error) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		if err := g.marked(ctx); err != nil {
			return fmt.Errorf("gate: %s: %w", err.Error(), err)
		}
		if err := g.ask(ctx); err != nil {
			return errors.New("gate: " + other.Error())
		}
		return nil
	})
}

func (g gate) wraps(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		if err := g.marked(ctx); err != nil {
			return fmt.Errorf("gate: %w", err)
		}
		return nil
	})
}

func (g gate) marksAfter(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		if err := g.ask(ctx); err != nil {
			return retry.RetryableError(fmt.Errorf("gate: %v", err))
		}
		return nil
	})
}

// An error that was never marked ends it on purpose.
func (g gate) ends(ctx context.Context) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		if err := g.ask(ctx); err != nil {
			return fmt.Errorf("gate: %v", err)
		}
		return g.marked(ctx)
	})
}

func jitter(d time.Duration) (time.Duration, error) { return d, nil }

func (g gate) overwrites(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = g.ask(ctx); err == nil {
			return nil
		}
		var d time.Duration
		d, err = jitter(time.Second) // want `err holds the failure of .*, and is overwritten here`
		if err != nil {
			return err
		}
		time.Sleep(d)
	}
	return err
}

func (g gate) overwritesInit(ctx context.Context, log func() error) (err error) {
	for range 5 {
		err = g.ask(ctx)
		if err == nil {
			return nil
		}
		if err = log(); err != nil { // want `err holds the failure of .*, and is overwritten here`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Nobody asks whether the failure could be told.
func (g gate) overwritesUnasked(ctx context.Context, tell func(int) error) (err error) {
	for n := range 5 {
		err = g.ask(ctx)
		if err == nil {
			return nil
		}
		err = tell(n) // want `err holds the failure of .*, and is overwritten here: nothing looks at this`
		time.Sleep(time.Second)
	}
	return err
}

// The failure is made into another one.
func (g gate) named(ctx context.Context, name func(error) error) (err error) {
	for range 5 {
		err = g.ask(ctx)
		if err == nil {
			return nil
		}
		err = name(err)
		time.Sleep(time.Second)
	}
	return err
}

// It is asked once more, and that is its own failure.
func (g gate) twoSteps(ctx context.Context, second func() error) (err error) {
	for range 5 {
		if err = g.ask(ctx); err != nil {
			time.Sleep(time.Second)
			continue
		}
		if err = second(); err != nil {
			return err
		}
		return nil
	}
	return err
}

func (g gate) nested(ctx context.Context, second func() error) error {
	var err error
	for i := 0; i < 5; i++ {
		if err = g.ask(ctx); err == nil {
			if err = second(); err != nil {
				return err
			}
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// It is wrapped, and asked behind the loop.
func (g gate) wrapsIt(ctx context.Context) error {
	var err error
	for i := 0; i < 5; i++ {
		if err = g.ask(ctx); err == nil {
			break
		}
		err = fmt.Errorf("attempt %d: %w", i, err)
		time.Sleep(time.Second)
	}
	return err
}

// What comes behind the loop hides what the loop has left.
func (g gate) hidden(ctx context.Context, tell func() error) error {
	var err error
	for i := 0; i < 5; i++ {
		if err = g.ask(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	err = tell() // want `when all attempts have failed err holds the failure of .*, and is overwritten here before anything has looked at it`
	return err
}

// The last failure was told.
func (g gate) toldFirst(ctx context.Context, tell func() error) error {
	var err, last error
	for i := 0; i < 5; i++ {
		if err = g.ask(ctx); err == nil {
			break
		}
		last = err
		time.Sleep(time.Second)
	}
	err = tell()
	return errors.Join(err, last)
}

// It is asked first.
func (g gate) askedFirst(ctx context.Context, tell func() error) error {
	var err error
	for i := 0; i < 5; i++ {
		if err = g.ask(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	err = tell()
	return err
}

func (g gate) ownVariable(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = g.ask(ctx); err == nil {
			return nil
		}
		d, jerr := jitter(time.Second)
		if jerr != nil {
			return jerr
		}
		time.Sleep(d)
	}
	return err
}

// What comes before the operation leaves its error alone.
func (g gate) before(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		var d time.Duration
		d, err = jitter(time.Second)
		if err != nil {
			return err
		}
		if err = g.ask(ctx); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

// The last failure leaves the loop before it.
func (g gate) leavesFirst(ctx context.Context) error {
	var err error
	for n := 0; ; n++ {
		if err = g.ask(ctx); err == nil {
			return nil
		}
		if n == 4 {
			break
		}
		var d time.Duration
		if d, err = jitter(time.Second); err != nil {
			return err
		}
		time.Sleep(d)
	}
	return err
}

var errNoGate = errors.New("no such gate")

func (g gate) lookUp(ctx context.Context, url string) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		resp, err := http.Get(url)
		if err != nil {
			return retry.RetryableError(err)
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusOK:
			return nil
		case http.StatusNotFound:
			return retry.RetryableError(errNoGate) // want `status http.StatusNotFound stays the same however often one asks, and is marked here`
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			return retry.RetryableError(errNoGate)
		}
		return errNoGate
	})
}

// What is waited for may come into being.
func (g gate) waitForGate(ctx context.Context, url string) error {
	return retry.Do(ctx, policy(), func(ctx context.Context) error {
		resp, err := http.Get(url)
		if err != nil {
			return retry.RetryableError(err)
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusNotFound:
			return retry.RetryableError(errNoGate)
		}
		return nil
	})
}
