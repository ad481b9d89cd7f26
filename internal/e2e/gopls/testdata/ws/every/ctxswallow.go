package every

import "context"

func weighAll(ctx context.Context, items []string, weigh func(context.Context, string) int) (int, error) {
	total := 0
	for _, item := range items {
		select {
		case <-ctx.Done():
			return total, nil
		default:
		}
		total += weigh(ctx, item)
	}
	return total, nil
}
