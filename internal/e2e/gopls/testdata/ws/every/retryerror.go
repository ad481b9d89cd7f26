package every

import "context"

func attach(ctx context.Context, disk func(context.Context) error) error {
	for range 10 {
		if err := disk(ctx); err == nil {
			return nil
		}
	}
	return nil
}
