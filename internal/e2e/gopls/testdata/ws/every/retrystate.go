package every

import (
	"context"
	"time"
)

func (s *shop) names(ctx context.Context) (names []string, err error) {
	for range 3 {
		if err = s.each(ctx, func(name string) { names = append(names, name) }); err == nil {
			return names, nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}

func (s *shop) each(ctx context.Context, f func(string)) error {
	rows, err := s.db.QueryContext(ctx, "SELECT name FROM goods")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		f(name)
	}
	return rows.Err()
}
