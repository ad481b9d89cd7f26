package more

import (
	"context"
	"net/http"
	"time"
)

type stay struct {
	cancel context.CancelFunc
	key    string
}

func (s *stay) renew(ctx context.Context) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			println(s.key)
		case <-ctx.Done():
			return
		}
	}
}

func (s *stay) renewWhile(ctx context.Context, more func() bool) {
	for more() {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return
		}
	}
}

// Nothing ends what is cut from the caller's end.
func enter(ctx context.Context, key string) *stay {
	s := &stay{key: key}
	go s.renew(context.WithoutCancel(ctx)) // want `the goroutine never ends: it goes round until its context is over, which is cut from the end of the caller's and has no cancel function, and each call of enter starts another`
	return s
}

func enterLit(ctx context.Context, key string) *stay {
	s := &stay{key: key}
	ctx = context.WithValue(context.WithoutCancel(ctx), stay{}, key)
	go func() { // want `the goroutine never ends`
		for ctx.Err() == nil {
			time.Sleep(time.Second)
			println(s.key)
		}
	}()
	return s
}

type stays struct{}

func (stays) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := &stay{key: r.URL.Path}
	go s.renew(context.Background()) // want `the goroutine never ends: it goes round until its context is over, which begins here`
	w.WriteHeader(http.StatusNoContent)
}

func enterRight(ctx context.Context, key string) *stay {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &stay{key: key, cancel: cancel}
	go s.renew(ctx)
	return s
}

func enterLimited(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	s := &stay{key: key}
	go func() {
		defer cancel()
		s.renew(ctx)
	}()
}

func enterWhile(ctx context.Context, key string, more func() bool) {
	s := &stay{key: key}
	go s.renewWhile(context.WithoutCancel(ctx), more)
}

// What is made to live on lives on.
func newStay(ctx context.Context, key string) *stay {
	s := &stay{key: key}
	go s.renew(context.WithoutCancel(ctx))
	return s
}

func keepUp(key string) {
	s := &stay{key: key}
	go s.renew(context.Background())
}
