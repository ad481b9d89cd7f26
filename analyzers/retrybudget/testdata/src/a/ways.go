package a

import (
	"context"
	"errors"
	"net/http"
)

type session struct{}

type loader func(ctx context.Context, token string) (*session, error)

type hub struct {
	loaders []loader
	peers   []peer
}

type peer interface {
	Load(ctx context.Context, token string) (*session, error)
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := h.load(r, "t"); err == nil {
		return
	}
	if _, err := h.ask(r, "t"); err != nil {
		http.Error(w, "forbidden", http.StatusForbidden)
	}
}

// Right: each of these does it in another way, none is tried again.
func (h *hub) load(r *http.Request, token string) (*session, error) {
	errs := []error{errors.New("no loader takes it")}
	for _, load := range h.loaders {
		s, err := load(r.Context(), token)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		return s, nil
	}
	return nil, errors.Join(errs...)
}

// One and the same call to one peer after the other.
func (h *hub) ask(r *http.Request, token string) (*session, error) {
	var last error
	for _, p := range h.peers { // want `the loop goes on after r.Context\(\) is over`
		s, err := p.Load(r.Context(), token)
		if err != nil {
			last = err
			continue
		}
		return s, nil
	}
	return nil, last
}
