package fixes

import (
	"context"
	"time"
)

func wait(ctx context.Context, d time.Duration) error {
	time.Sleep(d + time.Second) // want `does not end when ctx does`
	return nil
}

func two(ctx context.Context) (int, error) {
	time.Sleep(5 * time.Second) // want `does not end when ctx does`
	return 1, nil
}
