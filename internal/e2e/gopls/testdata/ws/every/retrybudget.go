package every

import (
	"context"
	"time"
)

func (s *shop) pingSoon(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for range 4 {
		if err = s.pingOnce(ctx); err == nil {
			return nil
		}
	}
	return err
}

func (s *shop) pingOnce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.db.PingContext(ctx)
}
