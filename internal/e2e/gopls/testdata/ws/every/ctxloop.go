package every

import (
	"context"
	"time"
)

func sweepEvery(ctx context.Context, d time.Duration, sweep func()) {
	ticker := time.NewTicker(d)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			break
		}
		sweep()
	}
}
