package every

import (
	"context"
)

func (s *shop) stock(ctx context.Context, id string) (n int, err error) {
	return s.count(context.Background(), id)
}

func (s *shop) count(ctx context.Context, id string) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT n FROM stock WHERE id = ?", id).Scan(&n)
	return n, err
}
