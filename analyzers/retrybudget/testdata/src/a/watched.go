package a

import (
	"context"
	"net/http"
	"time"
)

const watchLimit = 8 * time.Second

// A poll that bears errors, and reads the clock between them.
func (a *app) hot(ctx context.Context) (err error) {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); { // want `one attempt may take 30s, set at watched.go:\d+, but all of them together are to end after 10s`
		var ok bool
		ok, err = a.reading(ctx)
		switch {
		case err != nil:
		case ok:
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(700 * time.Millisecond):
		}
	}
	return err
}

func (a *app) reading(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return true, a.db.PingContext(ctx)
}

type clerk struct{ client *http.Client }

func newClerk() *clerk { return &clerk{&http.Client{Timeout: 6 * time.Second}} }

func (d *clerk) date(ctx context.Context) error {
	return d.ask(ctx, time.Now().Add(watchLimit))
}

// The deadline that the caller gives cuts each attempt, and is looked at before the next.
func (d *clerk) ask(ctx context.Context, deadline time.Time) error {
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	for try := 1; ; try++ {
		err := d.once(ctx)
		if err == nil {
			return nil
		}
		wait := 300 * time.Millisecond
		if try == 4 || ctx.Err() != nil || time.Now().Add(wait).After(deadline) {
			return err
		}
		time.Sleep(wait)
	}
}

// The moment of the next attempt is no limit: 300ms is not what all may take.
func (d *clerk) between(ctx context.Context, deadline time.Time) error {
	for try := 1; ; try++ {
		err := d.once(ctx)
		if err == nil {
			return nil
		}
		wait := 300 * time.Millisecond
		if try == 4 || ctx.Err() != nil || time.Now().Add(wait).After(deadline) {
			return err
		}
		time.Sleep(wait)
	}
}

func (d *clerk) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://clerk", nil)
	if err != nil {
		return err
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
