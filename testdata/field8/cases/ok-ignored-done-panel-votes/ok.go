// Package ok asks a panel of judges and goes by the first majority. It is right although the
// goroutines send their votes without looking at the context and Ask returns before all
// have come: the channel has room for every judge, and the judges' context is
// cancelled on return, so all of them send and leave.
package ok

import (
	"context"
	"errors"
	"fmt"
)

// ErrSplit means that there is no majority.
var ErrSplit = errors.New("panel is split")

// Judge looks at an entry.
type Judge interface {
	Vote(ctx context.Context, entry string) (bool, error)
}

type vote struct {
	yes bool
	err error
}

// Panel is a group of judges.
type Panel struct {
	judges []Judge
	most   int // judges asked at most
}

// Ask returns what more than half of the judges say.
func (p *Panel) Ask(ctx context.Context, entry string) (bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	asked := p.judges[:min(len(p.judges), p.most)]
	votes := p.collect(ctx, asked, entry)
	var yes, no int
	var failed []error
	for range asked {
		select {
		case v := <-votes:
			switch {
			case v.err != nil:
				failed = append(failed, v.err)
			case v.yes:
				yes++
			default:
				no++
			}
		case <-ctx.Done():
			return false, fmt.Errorf("entry %s: %w", entry, ctx.Err())
		}
		if yes > len(asked)/2 || no > len(asked)/2 {
			return yes > no, nil
		}
	}
	return false, fmt.Errorf("entry %s: %w", entry, errors.Join(append(failed, ErrSplit)...))
}

// collect has all judges vote. The channel has room for all votes.
func (p *Panel) collect(ctx context.Context, judges []Judge, entry string) <-chan vote {
	votes := make(chan vote, len(judges))
	for _, j := range judges {
		go func() {
			yes, err := j.Vote(ctx, entry)
			votes <- vote{yes, err}
		}()
	}
	return votes
}
