// Package ok asks a second dictionary when the first is slow. The one that loses can
// still hand its answer over, since the channel has room for both, and the cancel that
// is deferred tells it to stop.
package ok

import (
	"context"
	"errors"
	"time"
)

// Dictionary translates.
type Dictionary interface {
	Translate(ctx context.Context, word string) (string, error)
}

// Pair is two dictionaries.
type Pair struct {
	first, second Dictionary
	patience      time.Duration
}

type answer struct {
	text string
	err  error
}

// Translate asks the first, and after a while the second too.
func (p *Pair) Translate(ctx context.Context, word string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	answers := make(chan answer, 2)
	ask := func(d Dictionary) {
		text, err := d.Translate(ctx, word)
		answers <- answer{text, err}
	}
	go ask(p.first)
	asked := 1

	patience := time.NewTimer(p.patience)
	defer patience.Stop()
	var errs []error
	for {
		select {
		case a := <-answers:
			if a.err == nil {
				return a.text, nil
			}
			if errs = append(errs, a.err); asked == 2 && len(errs) == 2 {
				return "", errors.Join(errs...)
			}
			if asked == 1 {
				asked++
				go ask(p.second)
			}
		case <-patience.C:
			if asked == 1 {
				asked++
				go ask(p.second)
			}
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}
