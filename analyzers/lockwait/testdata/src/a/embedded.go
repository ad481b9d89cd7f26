package a

import (
	"context"
	"net/http"
	"sync"
)

type quoter interface {
	quote(ctx context.Context, id string) error
}

type webQuoter struct{ hc *http.Client }

func (q *webQuoter) quote(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://h/"+id, nil)
	if err != nil {
		return err
	}
	resp, err := q.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type quotes struct {
	q quoter
	sync.RWMutex
	known map[string]error
}

func (s *quotes) of(ctx context.Context, id string) error {
	s.RLock()
	err, ok := s.known[id]
	s.RUnlock()
	if ok {
		return err
	}
	s.Lock()
	defer s.Unlock()
	err = s.q.quote(ctx, id) // want `s.RWMutex, taken at embedded.go:\d+, is held across \(\*http.Client\).Do`
	s.known[id] = err
	return err
}

func (s *quotes) before(ctx context.Context, id string) error {
	err := s.q.quote(ctx, id)
	s.Lock()
	defer s.Unlock()
	s.known[id] = err
	return err
}

func (s *quotes) after(ctx context.Context, id string) error {
	s.Lock()
	s.known[id] = nil
	s.Unlock()
	return s.q.quote(ctx, id)
}

func (s *quotes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = s.of(r.Context(), r.URL.Path)
	_ = s.before(r.Context(), r.URL.Path)
	_ = s.after(r.Context(), r.URL.Path)
}
