package a

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

type shop struct {
	db  *sql.DB
	sem *semaphore.Weighted
	ids []string
}

func (s *shop) price(ctx context.Context, id string) error {
	var cents int
	return s.db.QueryRowContext(ctx, "SELECT cents FROM prices WHERE id = ?", id).Scan(&cents)
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ids := r.URL.Query()["id"]
	s.all(r.Context(), ids)
	s.plain(r.Context(), ids)
	s.byIndex(r.Context(), ids)
	s.byIndexSlots(r.Context(), ids)
	s.group(r.Context(), ids)
	s.groupLimited(r.Context(), ids)
	s.slots(r.Context(), ids)
	s.slotsInside(r.Context(), ids)
	s.weighted(r.Context(), ids)
	s.three(r.Context())
	s.workers(r.Context())
	s.quick(ids)
	s.given(r.Context(), ids, new(errgroup.Group))
}

func (s *shop) all(ctx context.Context, ids []string) {
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		go func() { // want `a goroutine for each of ids waits for .*, and nothing limits how many: as many at once as one request has items`
			defer wg.Done()
			s.price(ctx, id)
		}()
	}
	wg.Wait()
}

func (s *shop) group(ctx context.Context, ids []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, id := range ids {
		g.Go(func() error { return s.price(ctx, id) }) // want `a goroutine for each of ids waits for`
	}
	return g.Wait()
}

func (s *shop) plain(ctx context.Context, ids []string) {
	for _, id := range ids {
		go s.price(ctx, id) // want `a goroutine for each of ids waits for`
	}
}

func (s *shop) byIndex(ctx context.Context, ids []string) {
	errs := make(chan error, len(ids))
	for i := 0; i < len(ids); i++ {
		go func() { errs <- s.price(ctx, ids[i]) }() // want `a goroutine for each of ids waits for`
	}
	for range ids {
		<-errs
	}
}

// Right.

func (s *shop) byIndexSlots(ctx context.Context, ids []string) {
	slots := make(chan struct{}, 8)
	errs := make(chan error, len(ids))
	for i := range len(ids) {
		go func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			errs <- s.price(ctx, ids[i])
		}()
	}
	for range ids {
		<-errs
	}
}

func (s *shop) groupLimited(ctx context.Context, ids []string) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for _, id := range ids {
		g.Go(func() error { return s.price(ctx, id) })
	}
	return g.Wait()
}

func (s *shop) slots(ctx context.Context, ids []string) {
	slots := make(chan struct{}, 8)
	var wg sync.WaitGroup
	for _, id := range ids {
		slots <- struct{}{}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			s.price(ctx, id)
		}()
	}
	wg.Wait()
}

func (s *shop) slotsInside(ctx context.Context, ids []string) {
	slots := make(chan struct{}, 8)
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		go func() {
			defer wg.Done()
			slots <- struct{}{}
			s.price(ctx, id)
			<-slots
		}()
	}
	wg.Wait()
}

func (s *shop) weighted(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := s.sem.Acquire(ctx, 1); err != nil {
			return err
		}
		go func() {
			defer s.sem.Release(1)
			s.price(ctx, id)
		}()
	}
	return nil
}

func (s *shop) three(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, id := range []string{"a", "b", "c"} {
		g.Go(func() error { return s.price(ctx, id) })
	}
	return g.Wait()
}

func (s *shop) workers(ctx context.Context) {
	work := make(chan string)
	for range 8 {
		go func() {
			for id := range work {
				s.price(ctx, id)
			}
		}()
	}
}

func (s *shop) quick(ids []string) {
	for _, id := range ids {
		go func() { _ = len(id) }()
	}
}

func (s *shop) given(ctx context.Context, ids []string, g *errgroup.Group) {
	for _, id := range ids {
		g.Go(func() error { return s.price(ctx, id) })
	}
}

// No handler reaches it.
func (s *shop) refresh(ctx context.Context) {
	for _, id := range s.ids {
		go s.price(ctx, id)
		go func() { s.price(ctx, id) }()
	}
}
