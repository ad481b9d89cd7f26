// Package f puts retries around calls by functions that return functions.
package f

import (
	"context"
	"time"
)

type op func(ctx context.Context) error

func again(n int) func(op) op {
	return func(next op) op {
		return func(ctx context.Context) (err error) {
			for range n {
				if err = next(ctx); err == nil || ctx.Err() != nil {
					return err
				}
				time.Sleep(time.Second)
			}
			return err
		}
	}
}

func logged(name string) func(op) op {
	return func(next op) op {
		return func(ctx context.Context) error {
			err := next(ctx)
			if err != nil {
				println(name, err.Error())
			}
			return err
		}
	}
}

func twice(o op) op {
	return again(3)(logged("once")(again(4)(o))) // want `this retries what again\(4\), inside of it, retries already: 3 × 4 = 12 attempts`
}

func single(o op) op { return logged("all")(again(4)(logged("once")(o))) }
