package a

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

func limited(ctx context.Context, l *rate.Limiter, all []Source) (int, error) {
	total := 0
	for _, s := range all {
		if err := l.Wait(ctx); err != nil {
			break
		}
		n, err := s.Read(ctx)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil // want `limited returns a nil error although \(\*Limiter\).Wait \(at waiterr.go:\d+\) only fails when ctx is over`
}

func limitedReturn(ctx context.Context, l *rate.Limiter, all []Source) (int, error) {
	for range all {
		err := l.Wait(ctx)
		if err != nil {
			return len(all), nil // want `limitedReturn returns a nil error although`
		}
	}
	return 0, nil
}

func rested(ctx context.Context, all []Source) (int, error) {
	total := 0
	for range all {
		if err := rest(ctx); err != nil {
			break
		}
		total++
	}
	return total, nil // want `rested returns a nil error although rest \(at waiterr.go:\d+\) only fails when ctx is over`
}

func limitedRight(ctx context.Context, l *rate.Limiter, all []Source) (int, error) {
	for range all {
		if err := l.Wait(ctx); err != nil {
			return 0, err
		}
	}
	return len(all), nil
}

func limitedLooks(ctx context.Context, l *rate.Limiter, all []Source) (int, error) {
	for range all {
		if err := l.Wait(ctx); err != nil {
			break
		}
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return len(all), nil
}

// What was done within a time of its own is the contract.
func limitedWithin(ctx context.Context, l *rate.Limiter, all []Source) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	total := 0
	for range all {
		if err := l.Wait(ctx); err != nil {
			break
		}
		total++
	}
	return total, nil
}
