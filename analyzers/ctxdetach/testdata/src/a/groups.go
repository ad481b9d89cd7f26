package a

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

type loader interface {
	Load(ctx context.Context, id string) (string, error)
	Peek(ctx context.Context, id string)
}

// The first error ends nothing.
func loadAll(ctx context.Context, l loader, ids []string) error {
	g, _ := errgroup.WithContext(ctx) // want `the group's context, which ends at the first error, is thrown away, and its workers run under ctx`
	for _, id := range ids {
		g.Go(func() error {
			_, err := l.Load(ctx, id)
			return err
		})
	}
	return g.Wait()
}

func loadAllRight(ctx context.Context, l loader, ids []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, id := range ids {
		g.Go(func() error {
			_, err := l.Load(ctx, id)
			return err
		})
	}
	return g.Wait()
}

// Right: a single worker has nobody to stop.
func loadOne(ctx context.Context, l loader, id string) error {
	g, _ := errgroup.WithContext(ctx)
	g.Go(func() error {
		_, err := l.Load(ctx, id)
		return err
	})
	return g.Wait()
}

// Right: what fails is nobody's failure.
func peekAll(ctx context.Context, l loader, ids []string) error {
	g, _ := errgroup.WithContext(ctx)
	for _, id := range ids {
		g.Go(func() error {
			l.Peek(ctx, id)
			_, _ = l.Load(ctx, id)
			return nil
		})
	}
	return g.Wait()
}

// The group is cut from the caller.
func loadDetached(ctx context.Context, l loader, ids []string) error {
	g, gctx := errgroup.WithContext(context.Background()) // want `the end of ctx does not reach loader.Load, although the caller waits for it`
	for _, id := range ids {
		g.Go(func() error {
			_, err := l.Load(gctx, id)
			return err
		})
	}
	return g.Wait()
}

// What ends the context is only the function's own end.
func loadOwn(ctx context.Context, l loader, id string) (string, error) {
	own, cancel := context.WithCancel(context.Background()) // want `the end of ctx does not reach loader.Load`
	defer cancel()
	return l.Load(own, id)
}

// Right: somebody else may cancel.
func loadCancelled(ctx context.Context, l loader, id string, stop <-chan struct{}) (string, error) {
	own, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-stop
		cancel()
	}()
	return l.Load(own, id)
}

// The new context takes the caller's name.
func loadHidden(ctx context.Context, l loader, id string, fresh bool) (string, error) {
	if fresh {
		ctx := context.Background() // want `the end of ctx does not reach loader.Load`
		return l.Load(ctx, id)
	}
	return "", nil
}

// The workers run on when the handler has returned.
func (h *groupHandler) accept(w http.ResponseWriter, r *http.Request) {
	g, ctx := errgroup.WithContext(r.Context())
	for _, id := range r.Form["id"] {
		g.Go(func() error {
			_, err := h.l.Load(ctx, id) // want `the goroutine runs on under ctx, which ends when \(\*groupHandler\).accept returns`
			return err
		})
	}
	w.WriteHeader(http.StatusAccepted)
}

type groupHandler struct{ l loader }

func (h *groupHandler) acceptLimited(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
	id := r.FormValue("id")
	go func() {
		defer cancel()
		h.l.Load(ctx, id) // want `the goroutine runs on under ctx, which ends when \(\*groupHandler\).acceptLimited returns`
	}()
	w.WriteHeader(http.StatusAccepted)
}

// Right: it is waited for.
func (h *groupHandler) answer(w http.ResponseWriter, r *http.Request) {
	g, ctx := errgroup.WithContext(r.Context())
	for _, id := range r.Form["id"] {
		g.Go(func() error {
			_, err := h.l.Load(ctx, id)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
