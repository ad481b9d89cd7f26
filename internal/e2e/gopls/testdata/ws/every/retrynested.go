package every

import (
	"context"
	"net/http"
	"time"
)

func (s *shop) fetch(ctx context.Context, req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = s.fetchRetrying(ctx, req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func (s *shop) fetchRetrying(ctx context.Context, req *http.Request) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = s.client.Do(req.Clone(ctx)); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
