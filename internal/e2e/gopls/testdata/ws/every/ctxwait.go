package every

import (
	"context"
	"time"
)

func acquire(ctx context.Context, try func(context.Context) (bool, error)) error {
	for {
		if ok, err := try(ctx); ok || err != nil {
			return err
		}
		time.Sleep(10 * time.Second)
	}
}
