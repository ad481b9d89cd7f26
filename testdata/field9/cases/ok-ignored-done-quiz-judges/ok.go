// Package ok asks several judges about the answer in a quiz and takes the majority. Judges that
// are still thinking when the matter is settled are left behind, and it is right: the channel
// has room for every verdict, and the context they think under ends with the return.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrSplit says that there was no majority.
var ErrSplit = errors.New("judges are split")

// Judge says whether an answer is right.
type Judge interface {
	Right(ctx context.Context, question, answer string) (bool, error)
}

// Panel is a group of judges.
type Panel struct {
	judges   []Judge
	patience time.Duration
}

// NewPanel returns a panel that thinks no longer than patience.
func NewPanel(patience time.Duration, judges ...Judge) *Panel {
	return &Panel{judges: judges, patience: patience}
}

type verdict struct {
	right bool
	err   error
}

// Right returns what most judges say.
func (p *Panel) Right(ctx context.Context, question, answer string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, p.patience)
	defer cancel()

	verdicts := make(chan verdict, len(p.judges))
	for _, j := range p.judges {
		go func() {
			right, err := j.Right(ctx, question, answer)
			verdicts <- verdict{right, err}
		}()
	}

	need := len(p.judges)/2 + 1
	var yes, no int
	var failed []error
	for range p.judges {
		var v verdict
		select {
		case v = <-verdicts:
		case <-ctx.Done():
			return false, fmt.Errorf("judge %q: %w", answer, errors.Join(append(failed, ctx.Err())...))
		}
		switch {
		case v.err != nil:
			failed = append(failed, v.err)
		case v.right:
			yes++
		default:
			no++
		}
		if yes == need || no == need {
			return yes == need, nil
		}
	}
	return false, errors.Join(append(failed, ErrSplit)...)
}
