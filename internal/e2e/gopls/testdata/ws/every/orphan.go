package every

import "context"

func ask(ctx context.Context, query func() string) (string, error) {
	ch := make(chan string)
	go func() { ch <- query() }()
	select {
	case text := <-ch:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
