// Package flight waits for work that is done once for many.
package flight

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"golang.org/x/sync/singleflight"
)

type Sky interface {
	Compute(ctx context.Context, day string) (int, error)
}
type A struct {
	sky   Sky
	db    *sql.DB
	limit time.Duration
	g     singleflight.Group
	life  context.Context
}

func (a *A) A(ctx context.Context, day string) (int, error) {
	shared := context.WithoutCancel(ctx)
	v, err, _ := a.g.Do(day, func() (any, error) { // want `\(\*Group\).Do does not end when .* does: it waits for work that no caller's context ends`
		return a.compute(shared, day)
	})
	if err != nil {
		return 0, err
	}
	return v.(int), nil
}

func (a *A) compute(ctx context.Context, day string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, a.limit)
	defer cancel()
	return a.sky.Compute(ctx, day)
}

func (a *A) B(w http.ResponseWriter, r *http.Request) {
	v, err, _ := a.g.Do("x", func() (any, error) { // want `\(\*Group\).Do does not end when .* does: it waits for work that no caller's context ends`
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		var n int
		err := a.db.QueryRowContext(ctx, "SELECT 1").Scan(&n)
		return n, err
	})
	_, _ = v, err
}

func (a *A) C(ctx context.Context) (int, error) {
	return a.load("x")
}

func (a *A) load(day string) (int, error) {
	v, err, _ := a.g.Do(day, func() (any, error) { // want `\(\*Group\).Do does not end when .* does: it waits for work that no caller's context ends`
		return a.fetch(day)
	})
	if err != nil {
		return 0, err
	}
	return v.(int), nil
}

func (a *A) fetch(day string) (int, error) {
	ctx, cancel := context.WithTimeout(a.life, a.limit)
	defer cancel()
	return a.sky.Compute(ctx, day)
}

func (a *A) D(ctx context.Context, day string) (int, error) {
	get := func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		defer cancel()
		return a.sky.Compute(ctx, day)
	}
	v, err, _ := a.g.Do(day, get) // want `\(\*Group\).Do does not end when .* does: it waits for work that no caller's context ends`
	if err != nil {
		return 0, err
	}
	return v.(int), nil
}

func cached[T any](ctx context.Context, g *singleflight.Group, key string, get func(context.Context) (T, error)) (T, error) {
	v, err, _ := g.Do(key, func() (any, error) { // want `\(\*Group\).Do does not end when .* does: it waits for work that no caller's context ends`
		fctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		return get(fctx)
	})
	return v.(T), err
}

// Each caller can leave, the work is short, waits for nothing, or no caller has a context.

func (a *A) okChan(ctx context.Context, day string) (int, error) {
	ch := a.g.DoChan(day, func() (any, error) {
		return a.compute(context.WithoutCancel(ctx), day)
	})
	select {
	case r := <-ch:
		return r.Val.(int), r.Err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (a *A) okShort(ctx context.Context, day string) (int, error) {
	v, err, _ := a.g.Do(day, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 200*time.Millisecond)
		defer cancel()
		return a.sky.Compute(ctx, day)
	})
	if err != nil {
		return 0, err
	}
	return v.(int), nil
}

func (a *A) okGo(ctx context.Context, day string) (int, error) {
	ch := make(chan int, 1)
	go func() {
		v, err, _ := a.g.Do(day, func() (any, error) {
			return a.compute(context.WithoutCancel(ctx), day)
		})
		if err == nil {
			ch <- v.(int)
		}
	}()
	select {
	case v := <-ch:
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (a *A) okMemory(ctx context.Context, day string) (int, error) {
	v, err, _ := a.g.Do(day, func() (any, error) { return len(day), nil })
	if err != nil {
		return 0, err
	}
	return v.(int), nil
}

func (a *A) okNoCtx(day string) (int, error) {
	v, err, _ := a.g.Do(day, func() (any, error) {
		return a.compute(context.Background(), day)
	})
	if err != nil {
		return 0, err
	}
	return v.(int), nil
}
