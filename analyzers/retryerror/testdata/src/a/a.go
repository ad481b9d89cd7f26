package a

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"k8s.io/apimachinery/pkg/util/wait"
)

type disk interface {
	Attach(ctx context.Context, name string) error
}

var errInvalid = errors.New("invalid")

func swallowed(ctx context.Context, d disk) error {
	for i := 0; i < 10; i++ {
		if err := d.Attach(ctx, "a"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil // want `when all attempts of the loop have failed, the function returns nil here, as if the last had succeeded; return the last error`
}

func shadowed(ctx context.Context, d disk) error {
	var err error
	for i := 0; i < 10; i++ {
		err := d.Attach(ctx, "a")
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err // want `err is always nil here: the loop declares its own err`
}

func forgotten(ctx context.Context, d disk) error {
	for i := 0; i < 10; i++ {
		err := d.Attach(ctx, "a")
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("gave up after %d tries", 10) // want `the error returned after the last attempt of the loop says nothing of why it failed`
}

func never(d disk) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}, func() (bool, error) {
		if err := d.Attach(context.Background(), "a"); err != nil {
			return false, err // want `wait.ExponentialBackoff stops at the first error that its condition returns`
		}
		return true, nil
	})
}

func deaf(ctx context.Context, d disk) error {
	return retry.Do(func() error { // want `retry.Do is not given ctx, under which its function works`
		return d.Attach(ctx, "a")
	}, retry.Attempts(5), retry.Delay(time.Second))
}

// Its function is handed ctx and does not use it.
func unheard(ctx context.Context) error {
	return retry.Do(func() error {
		return ping(ctx)
	}, retry.Attempts(5), retry.Delay(time.Second))
}

func ping(ctx context.Context) error {
	resp, err := http.Get("http://h/")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Right.

func last(ctx context.Context, d disk) error {
	var err error
	for i := 0; i < 10; i++ {
		if err = d.Attach(ctx, "a"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func broken(ctx context.Context, d disk) error {
	for i := 0; i < 10; i++ {
		if err := d.Attach(ctx, "a"); err == nil {
			break
		} else if i == 9 {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func wrapped(ctx context.Context, d disk) error {
	var last error
	for i := 0; i < 10; i++ {
		if last = d.Attach(ctx, "a"); last == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("gave up: %w", last)
}

func logged(ctx context.Context, d disk) error {
	for i := 0; i < 10; i++ {
		err := d.Attach(ctx, "a")
		if err == nil {
			return nil
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return errors.New("gave up, see the log")
}

func sometimes(d disk) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}, func() (bool, error) {
		err := d.Attach(context.Background(), "a")
		if errors.Is(err, errInvalid) {
			return false, err
		}
		return err == nil, nil
	})
}

func given(ctx context.Context, d disk) error {
	return retry.Do(func() error {
		return d.Attach(ctx, "a")
	}, retry.Attempts(5), retry.Delay(time.Second), retry.Context(ctx))
}

func items(ctx context.Context, d disk, names []string) error {
	for _, n := range names {
		if err := d.Attach(ctx, n); err != nil {
			log.Print(err)
		}
	}
	return nil
}

func status(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	return resp, nil
}
