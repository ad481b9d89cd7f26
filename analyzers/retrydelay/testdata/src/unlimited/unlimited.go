// Package unlimited sets the limit of the policy's time.
package unlimited

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type broker interface {
	Send(ctx context.Context, s string) error
}

func run(ctx context.Context, b broker) {
	bo := backoff.NewExponentialBackOff()
	bo.MaxElapsedTime = 0
	for b.Send(ctx, "x") != nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(bo.NextBackOff()):
		}
	}
}
