package a

import (
	"context"
	"sync"
	"time"
)

type switchboard interface {
	Ask(ctx context.Context, number string) error
}

// exchange has a number of lines for all who call; what is done on one is a few calls below.
type exchange struct {
	board switchboard
	lines chan struct{}
	quick chan struct{}
}

func newExchange(b switchboard, n int) *exchange {
	return &exchange{board: b, lines: make(chan struct{}, n), quick: make(chan struct{}, n)}
}

func (e *exchange) askAll(ctx context.Context, numbers []string) {
	var wg sync.WaitGroup
	for _, n := range numbers {
		e.lines <- struct{}{} // want `send on e.lines does not end when ctx does: when all slots are taken it waits for one to be given back`
		wg.Go(func() {
			defer func() { <-e.lines }()
			_ = e.ask(ctx, n)
		})
	}
	wg.Wait()
}

func (e *exchange) ask(ctx context.Context, number string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return e.board.Ask(ctx, number)
}

// What is done on a line takes no more than a moment.
func (e *exchange) pingAll(ctx context.Context, numbers []string) {
	var wg sync.WaitGroup
	for _, n := range numbers {
		e.quick <- struct{}{}
		wg.Go(func() {
			defer func() { <-e.quick }()
			_ = e.ping(ctx, n)
		})
	}
	wg.Wait()
}

func (e *exchange) ping(ctx context.Context, number string) error {
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	return e.board.Ask(ctx, number)
}

// The places of one call all belong to workers under its context.
func (e *exchange) askTwice(ctx context.Context, numbers []string) {
	two := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for _, n := range numbers {
		two <- struct{}{}
		wg.Go(func() {
			defer func() { <-two }()
			_ = e.ask(ctx, n)
		})
	}
	wg.Wait()
}
