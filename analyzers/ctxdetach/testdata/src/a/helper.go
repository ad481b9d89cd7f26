package a

import (
	"context"
	"net/http"
)

func (s *service) lookUp(ctx context.Context, key string) (string, error) { return s.fetch(key) }

func (s *service) fetch(key string) (string, error) {
	return s.store.Load(context.Background(), key) // want `the end of ctx does not reach Store.Load, although \(\*service\).lookUp waits for it: \(\*service\).lookUp → \(\*service\).fetch; a context starts here instead; pass ctx on`
}

func (s *service) page(w http.ResponseWriter, r *http.Request) {
	if err := s.fill("k"); err != nil {
		http.Error(w, err.Error(), 500)
	}
}

func (s *service) fill(key string) error { return s.put(key) }

func (s *service) put(key string) error {
	ctx := context.TODO() // want `the end of r.Context\(\) does not reach Store.Save, although \(\*service\).page waits for it: \(\*service\).page → \(\*service\).fill → \(\*service\).put`
	return s.store.Save(ctx, key, "v")
}

// Whether a wait without an error is to be cut short is not known.
func rests(ctx context.Context, wake <-chan int) {
	select {
	case <-ctx.Done():
	case <-wake:
	}
}

func restsEndless(ctx context.Context, wake <-chan int) {
	rests(context.Background(), wake)
}

// One of those who call it has no context.
func (s *service) both(ctx context.Context) error { return s.one("a") }

func (s *service) nightly() error { return s.one("b") }

func (s *service) one(key string) error { return s.store.Save(context.Background(), key, "v") }

// Anybody may call it.
func (s *service) anybody(ctx context.Context) error { return s.Anybody("k") }

// Anybody has no context on purpose.
func (s *service) Anybody(key string) error { return s.store.Save(context.Background(), key, "v") }

// Nobody waits for it.
func (s *service) sendsOff(ctx context.Context) { go s.later("k") }

func (s *service) later(key string) { _ = s.store.Save(context.Background(), key, "v") }

// It takes back.
func (s *service) letsGo(ctx context.Context) error {
	defer s.lets("k")
	return s.store.Save(ctx, "k", "v")
}

func (s *service) lets(key string) { _ = s.store.Unlock(context.Background(), key) }

// It has a limit of its own.
func (s *service) quick(ctx context.Context) error { return s.quickly("k") }

func (s *service) quickly(key string) error { return s.finish(context.Background()) }
