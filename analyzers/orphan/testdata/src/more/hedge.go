package more

import (
	"context"
	"time"
)

type answer struct {
	text string
	err  error
}

type dict func(ctx context.Context, word string) (string, error)

// hedgeCounted asks the second only once: a count says so.
func hedgeCounted(ctx context.Context, first, second dict, word string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make(chan answer, 2)
	ask := func(d dict) {
		text, err := d(ctx, word)
		answers <- answer{text, err}
	}
	go ask(first)
	asked := 1
	patience := time.NewTimer(time.Second)
	defer patience.Stop()
	for {
		select {
		case a := <-answers:
			return a.text, a.err
		case <-patience.C:
			if asked == 1 {
				asked++
				go ask(second)
			}
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// hedgeTimer asks the second only once: the timer fires only once.
func hedgeTimer(ctx context.Context, first, second dict, word string) (string, error) {
	answers := make(chan answer, 2)
	ask := func(d dict) {
		text, err := d(ctx, word)
		answers <- answer{text, err}
	}
	go ask(first)
	patience := time.After(time.Second)
	for {
		select {
		case a := <-answers:
			return a.text, a.err
		case <-patience:
			go ask(second)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// hedgeNext asks one after the other, as long as there are any.
func hedgeNext(ctx context.Context, dicts []dict, word string) (string, error) {
	answers := make(chan answer, len(dicts))
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	next := 0
	for {
		select {
		case a := <-answers:
			return a.text, a.err
		case <-tick.C:
			if next == len(dicts) {
				continue
			}
			d := dicts[next]
			next++
			go func() {
				text, err := d(ctx, word)
				answers <- answer{text, err}
			}()
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// hedgeEach asks at each tick, and there is room for two.
func hedgeEach(ctx context.Context, first dict, word string) (string, error) {
	answers := make(chan answer, 2)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case a := <-answers:
			return a.text, a.err
		case <-tick.C:
			go func() {
				text, err := first(ctx, word)
				answers <- answer{text, err} // want `the goroutine stays at the send on answers for ever`
			}()
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// hedgeNarrow has no room for whoever loses.
func hedgeNarrow(ctx context.Context, first, second dict, word string) (string, error) {
	answers := make(chan answer)
	ask := func(d dict) {
		text, err := d(ctx, word)
		answers <- answer{text, err} // want `the goroutine stays at the send on answers for ever`
	}
	go ask(first)
	go ask(second)
	select {
	case a := <-answers:
		return a.text, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// hedgeReset asks again each time the timer is set again.
func hedgeReset(ctx context.Context, first dict, word string) (string, error) {
	answers := make(chan answer, 2)
	again := time.NewTimer(time.Second)
	defer again.Stop()
	for {
		select {
		case a := <-answers:
			return a.text, a.err
		case <-again.C:
			go func() {
				text, err := first(ctx, word)
				answers <- answer{text, err} // want `the goroutine stays at the send on answers for ever`
			}()
			again.Reset(time.Second)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}
