package every

import (
	"context"
	"time"
)

func (s *shop) ping(ctx context.Context) (err error) {
	for range 5 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		err = s.db.PingContext(ctx)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
