package a

import (
	"context"
	"log"
	"time"
)

type bells interface {
	Greet(tower string) error
	Pull(tower string) error
	Hear(ctx context.Context, tower string) error
}

func bellsPredicate(ctx context.Context, towers []string, r bells) error {
	for _, t := range towers {
		if err := r.Greet(t); err != nil {
			return err
		}
		for range 5 {
			if !saidPause(ctx, time.Second) {
				log.Print("cut short", t)
				break // want `break leaves only the loop at outer.go:\d+, so the loop at outer.go:\d+ takes what is next after ctx is over`
			}
			if err := r.Pull(t); err != nil {
				return err
			}
		}
	}
	return nil
}

func bellsErr(ctx context.Context, towers []string, r bells) {
	for _, t := range towers {
		_ = r.Greet(t)
		for i := 0; i < 5; i++ {
			if ctx.Err() != nil {
				break // want `takes what is next after ctx is over`
			}
			_ = r.Pull(t)
		}
	}
}

func bellsSelect(ctx context.Context, towers map[string]int, r bells) {
	for t, n := range towers {
		_ = r.Greet(t)
	strokes:
		for range n {
			select {
			case <-ctx.Done():
				break strokes // want `takes what is next after ctx is over`
			case <-time.After(time.Second):
			}
			_ = r.Pull(t)
		}
	}
}

func bellsAll(ctx context.Context, towers []string, r bells) {
round:
	for _, t := range towers {
		_ = r.Greet(t)
		for range 5 {
			if !saidPause(ctx, time.Second) {
				break round
			}
			_ = r.Pull(t)
		}
	}
}

func bellsLookAfter(ctx context.Context, towers []string, r bells) error {
	for _, t := range towers {
		_ = r.Greet(t)
		for range 5 {
			if ctx.Err() != nil {
				break
			}
			_ = r.Pull(t)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

func bellsFlag(ctx context.Context, towers []string, r bells) {
	over := false
	for _, t := range towers {
		if over {
			return
		}
		_ = r.Greet(t)
		for range 5 {
			if ctx.Err() != nil {
				over = true
				break
			}
			_ = r.Pull(t)
		}
	}
}

// Each tower has its own time.
func bellsEach(parent context.Context, towers []string, r bells) {
	for _, t := range towers {
		ctx, cancel := context.WithTimeout(parent, time.Minute)
		_ = r.Greet(t)
		for range 5 {
			if ctx.Err() != nil {
				break
			}
			_ = r.Pull(t)
		}
		cancel()
	}
}

func bellsHeard(ctx context.Context, towers []string, r bells) error {
	for _, t := range towers {
		if err := r.Hear(ctx, t); err != nil {
			return err
		}
		for range 5 {
			if ctx.Err() != nil {
				break
			}
			_ = r.Pull(t)
		}
	}
	return nil
}

// What there is of each is written down in any case.
func bellsCounted(ctx context.Context, towers []string, r bells) map[string]int {
	got := map[string]int{}
	for _, t := range towers {
		n := 0
		for range 5 {
			if ctx.Err() != nil {
				break
			}
			n++
		}
		got[t] = n
	}
	return got
}
