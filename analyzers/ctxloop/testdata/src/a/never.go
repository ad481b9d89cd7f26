package a

import (
	"context"
	"time"
)

type reader struct{ ch chan int }

// Its context never ends, and all who start it are in sight.
func (r *reader) forEver(ctx context.Context) {
	for {
		n, err := poll(ctx)
		if err != nil {
			println(err.Error())
			continue
		}
		println(n)
	}
}

// This one's does.
func (r *reader) untilOver(ctx context.Context) {
	for {
		n, err := poll(ctx)
		if err != nil {
			println(err.Error())
			continue // want `when ctx is over, poll fails at once`
		}
		println(n)
	}
}

func poll(ctx context.Context) (int, error) {
	t := time.NewTimer(time.Second)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-t.C:
		return 1, nil
	}
}

func startReaders(ctx context.Context, r *reader) {
	go r.forEver(context.WithValue(context.Background(), r, 1))
	go r.untilOver(ctx)
}
