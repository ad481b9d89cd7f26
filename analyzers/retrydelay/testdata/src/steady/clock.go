package steady

import (
	"context"
	"time"
)

type clock interface {
	Now() time.Time
	Sleep(d time.Duration)
}

type sweeper struct {
	clk   clock
	tries int
	step  time.Duration
}

func (s *sweeper) sweep(ctx context.Context) (idle bool, err error) { return false, session(ctx, "sweep:1") }

func (s *sweeper) backoff() {
	s.tries++
	s.clk.Sleep(s.step * time.Duration(min(s.tries, 10)))
}

// The pause is in a method, on a clock that is an interface.
func (s *sweeper) run(ctx context.Context) {
	for ctx.Err() == nil {
		idle, err := s.sweep(ctx)
		if err != nil {
			s.backoff()
			continue
		}
		if idle {
			s.backoff()
		}
	}
}

type parser interface {
	Next(ctx context.Context) (string, error)
}

// An element that is wrong is passed over: the next one is another.
func passOver(ctx context.Context, p parser, fatal func(error) bool) (string, error) {
	for {
		s, err := p.Next(ctx)
		if err != nil {
			if fatal(err) {
				return "", err
			}
			continue
		}
		return s, nil
	}
}
