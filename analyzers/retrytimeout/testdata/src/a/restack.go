package a

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// What is asked step by step, with its context kept inside.
type question struct {
	ctx   context.Context
	base  context.Context
	limit time.Duration
	db    *sql.DB
}

func (q *question) ask() error {
	var cancel context.CancelFunc
	q.ctx, cancel = context.WithTimeout(q.ctx, q.limit) // want `each call of \(\*question\).ask in the loop at restack.go:\d+ keeps in q.ctx a context derived from the last one`
	defer cancel()
	return q.db.PingContext(q.ctx)
}

func (q *question) inLoop() error {
	var err error
	for range 5 {
		if err = q.ask(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func askFor(q *question) error {
	ctx := q.ctx
	var cancel context.CancelFunc
	q.ctx, cancel = context.WithTimeout(ctx, q.limit) // want `each attempt at restack.go:\d+ keeps in q.ctx`
	defer cancel()
	return q.db.PingContext(q.ctx)
}

func (q *question) inDriver(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) { return 0, askFor(q) }, backoff.WithMaxTries(3))
}

func (q *question) inPlace() error {
	var err error
	for range 5 {
		var cancel context.CancelFunc
		q.ctx, cancel = context.WithTimeout(q.ctx, q.limit) // want `each turn of the loop at restack.go:\d+ keeps in q.ctx`
		err = q.db.PingContext(q.ctx)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Derived from another context.
func (q *question) askBase() error {
	var cancel context.CancelFunc
	q.ctx, cancel = context.WithTimeout(q.base, q.limit)
	defer cancel()
	return q.db.PingContext(q.ctx)
}

// The old one is put back.
func (q *question) askBack() error {
	old := q.ctx
	defer func() { q.ctx = old }()
	var cancel context.CancelFunc
	q.ctx, cancel = context.WithTimeout(q.ctx, q.limit)
	defer cancel()
	return q.db.PingContext(q.ctx)
}

// A copy of the object.
func (q question) askCopy() error {
	var cancel context.CancelFunc
	q.ctx, cancel = context.WithTimeout(q.ctx, q.limit)
	defer cancel()
	return q.db.PingContext(q.ctx)
}

// Once for each object.
func (q *question) askOnce() error {
	var cancel context.CancelFunc
	q.ctx, cancel = context.WithTimeout(q.ctx, q.limit)
	defer cancel()
	return q.db.PingContext(q.ctx)
}

func (q *question) right(ctx context.Context) error {
	var err error
	for range 5 {
		one := &question{ctx: ctx, limit: q.limit, db: q.db}
		if err = one.askOnce(); err == nil {
			return nil
		}
		if err = q.askBase(); err == nil {
			return nil
		}
		if err = q.askBack(); err == nil {
			return nil
		}
		if err = q.askCopy(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (q *question) single() error { return q.askOnce() }

// The context inside a request.
func stackedRequest(hc *http.Client, req *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	for range 3 {
		ctx, cancel := context.WithTimeout(req.Context(), time.Second)
		req = req.WithContext(ctx) // want `each turn of the loop at restack.go:\d+ keeps in req a context derived from the last one`
		if resp, err = hc.Do(req); err == nil {
			return resp, nil
		}
		cancel()
		time.Sleep(time.Second)
	}
	return nil, err
}

func requestOfTurn(hc *http.Client, req *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	for range 3 {
		ctx, cancel := context.WithTimeout(req.Context(), time.Second)
		if resp, err = hc.Do(req.WithContext(ctx)); err == nil {
			return resp, nil
		}
		cancel()
		time.Sleep(time.Second)
	}
	return nil, err
}

func requestOfCaller(ctx context.Context, hc *http.Client, req *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	for range 3 {
		tryCtx, cancel := context.WithTimeout(ctx, time.Second)
		req = req.WithContext(tryCtx)
		if resp, err = hc.Do(req); err == nil {
			return resp, nil
		}
		cancel()
		time.Sleep(time.Second)
	}
	return nil, err
}

// One time for each attempt and for all of them.
func sameTime(ctx context.Context, db *sql.DB, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var err error
	for range 3 {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		err = db.PingContext(tryCtx) // want `limit limits one attempt, at restack.go:\d+, and all of them together, at restack.go:\d+`
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func twoTimes(ctx context.Context, db *sql.DB, limit, all time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, all)
	defer cancel()
	var err error
	for range 3 {
		tryCtx, cancel := context.WithTimeout(ctx, limit)
		err = db.PingContext(tryCtx)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
