package a

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Limits of parts that are set by way of variables.

func dialerInVariable() *http.Client {
	d := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second} // want `this part of a request may take 10s, but the client's timeout at parts.go:\d+ ends the whole request after 3s`
	return &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{DialContext: d.DialContext}}
}

// Others are given the dialer too.
func dialerShared() (*http.Client, *net.Dialer) {
	d := &net.Dialer{Timeout: 10 * time.Second}
	return &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{DialContext: d.DialContext}}, d
}

// A field is set later.
func dialerShortened() *http.Client {
	d := &net.Dialer{Timeout: 10 * time.Second}
	d.Timeout = time.Second
	return &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{DialContext: d.DialContext}}
}

func dialerOfCaller(d *net.Dialer) *http.Client {
	return &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{DialContext: d.DialContext}}
}

func wholeLater() *http.Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 20 * time.Second // want `this part of a request may take 20s, but the client's timeout at parts.go:\d+ ends the whole request after 10s`
	c := &http.Client{Transport: tr}
	c.Timeout = 10 * time.Second
	return c
}

func wholeLaterLonger() *http.Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 5 * time.Second
	c := &http.Client{Transport: tr}
	c.Timeout = 10 * time.Second
	return c
}

// Deadlines reckoned from now, and literals that are called where they stand.

func (b *inbox) fromNow(ctx context.Context) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(70*time.Second))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "u", nil)
	if err != nil {
		return err
	}
	resp, err := b.short.Do(req) // want `this request gets 1m10s, by the deadline set at parts.go:\d+, but its client gives up after 30s`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A deadline from elsewhere may be near.
func (b *inbox) untilThen(ctx context.Context, then time.Time) error {
	ctx, cancel := context.WithDeadline(ctx, then.Add(70*time.Second))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "u", nil)
	if err != nil {
		return err
	}
	resp, err := b.short.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func calledInPlace(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err = func() error {
		c, cancel := context.WithTimeout(ctx, 3*time.Second) // want `this limit of 3s is never reached: the deadline set at parts.go:\d+ comes after 1s`
		defer cancel()
		return db.PingContext(c)
	}()
	return err
}

func deadlines(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(time.Second))
	defer cancel()
	c, stop := context.WithDeadline(ctx, time.Now().Add(3*time.Second)) // want `this limit of 3s is never reached: the deadline set at parts.go:\d+ comes after 1s`
	defer stop()
	return db.PingContext(c)
}

// A literal that may be called under other contexts, and one in a loop.
func calledLater(ctx context.Context, db *sql.DB, run func(func(context.Context) error) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 3 {
		_ = func() error {
			c, cancel := context.WithTimeout(ctx, 3*time.Second)
			defer cancel()
			return db.PingContext(c)
		}()
	}
	return run(func(ctx context.Context) error {
		c, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		return db.PingContext(c)
	})
}

// What is done about a step that has used up the deadline.

func spentThen(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := db.PingContext(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		_, err = db.ExecContext(ctx, "UPDATE t SET late = late + 1") // want `has used up the deadline of 1s set at parts.go:\d+ if the test at parts.go:\d+ is true, and this call is then given the same context`
		return err
	}
	return err
}

func spentCase(ctx context.Context, db *sql.DB) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err = db.PingContext(ctx)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = db.QueryRowContext(ctx, "SELECT n FROM t").Scan(&n) // want `has used up the deadline of 1s set at parts.go:\d+`
	}
	return n, err
}

func described(ctx context.Context, err error) error { return fmt.Errorf("%v: %w", ctx.Value(key{}), err) }

type key struct{}

// The context tells what belongs to the error.
func spentDescribed(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := db.PingContext(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return described(ctx, err)
	}
	return err
}

// Another context.
func spentOuter(outer context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(outer, time.Second)
	defer cancel()
	err := db.PingContext(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return db.PingContext(outer)
	}
	return err
}

// The limit of a connection may have been the one that was reached.
func spentLong(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := db.PingContext(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return db.PingContext(ctx)
	}
	return err
}
