package wait

import (
	"context"
	"time"
)

type ConditionWithContextFunc func(context.Context) (bool, error)

func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, condition ConditionWithContextFunc) error {
	return nil
}
