package a

import (
	"context"
	"errors"
	"time"
)

var errGone = errors.New("gone")

type source interface {
	Read(ctx context.Context, from int) ([]string, error)
	Ready(ctx context.Context) (bool, error)
}

func nap(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

func napOr(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

func followsLog(ctx context.Context, s source, from, to int) error {
	for from < to {
		lines, err := s.Read(ctx, from)
		if errors.Is(err, errGone) {
			return err
		}
		if err != nil {
			nap(ctx, time.Second) // want `the loop at heedless.go:\d+ goes on after ctx is over: source.Read fails at once then, and this pause takes no time; return when ctx.Err\(\) is not nil`
			continue
		}
		from += len(lines)
	}
	return nil
}

func followsLogRight(ctx context.Context, s source, from, to int) error {
	for from < to {
		lines, err := s.Read(ctx, from)
		if err != nil {
			if !napOr(ctx, time.Second) {
				return ctx.Err()
			}
			continue
		}
		from += len(lines)
	}
	return nil
}

func followsFirst(ctx context.Context, s source) []string {
	for {
		lines, err := s.Read(ctx, 0)
		if err == nil {
			return lines
		}
		napOr(ctx, time.Second) // want `this pause takes no time`
	}
}

func followsEach(ctx context.Context, s source) []string {
	for {
		one, cancel := context.WithTimeout(ctx, time.Second)
		lines, err := s.Read(one, 0)
		cancel()
		if err == nil {
			return lines
		}
		nap(ctx, time.Second) // want `this pause takes no time`
	}
}

func followsWaits(ctx context.Context, s source, left int) error {
	for left > 0 {
		ok, err := s.Ready(ctx)
		if err != nil || !ok {
			select {
			case <-time.After(2 * time.Second):
			case <-ctx.Done(): // want `this pause takes no time`
			}
			continue
		}
		left--
	}
	return nil
}

// A loop that counts its attempts comes to an end.
func followsCounted(ctx context.Context, s source) (err error) {
	for n := 0; n < 5; n++ {
		if _, err = s.Read(ctx, 0); err == nil {
			return nil
		}
		nap(ctx, time.Second)
	}
	return err
}

func followsSome(ctx context.Context, s source, again func(error) bool) error {
	for {
		_, err := s.Read(ctx, 0)
		if err == nil {
			return nil
		}
		if !again(err) {
			return err
		}
		nap(ctx, time.Second)
	}
}

func followsWhile(ctx context.Context, s source) {
	for ctx.Err() == nil {
		if _, err := s.Read(ctx, 0); err == nil {
			return
		}
		nap(ctx, time.Second)
	}
}

func followsOther(ctx context.Context, s source) {
	for {
		if _, err := s.Read(context.Background(), 0); err == nil {
			return
		}
		nap(ctx, time.Second)
	}
}
