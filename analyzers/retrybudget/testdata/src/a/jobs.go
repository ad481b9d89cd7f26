package a

import (
	"context"
	"time"

	"github.com/hibiken/asynq"
	"github.com/sethvargo/go-retry"
)

// Nobody waits for a job: it may take as long as page, above, may not.
func (a *app) handle(ctx context.Context, t *asynq.Task) error {
	b := retry.WithMaxRetries(8, retry.WithJitterPercent(10, retry.NewExponential(time.Second)))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		if err := a.db.PingContext(ctx); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}
