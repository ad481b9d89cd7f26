package every

import (
	"context"
	"time"
)

func (s *shop) pay(ctx context.Context, to string, cents int) (err error) {
	for range 3 {
		if _, err = s.db.ExecContext(ctx, "INSERT INTO payouts (payee, cents) VALUES (?, ?)", to, cents); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}
