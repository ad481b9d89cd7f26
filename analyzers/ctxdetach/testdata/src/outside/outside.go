// Package outside has contexts that begin outside of handlers, and entries of queues.
package outside

import (
	"context"
	"net/http"
	"sync"
)

type Store interface {
	Save(ctx context.Context, key, value string) error
}

// backlog keeps what is to be done later.
type backlog struct {
	mu    sync.Mutex
	jobs  []job
	queue chan job
	store Store
}

type job struct {
	ctx context.Context
	key string
}

func (b *backlog) work() {
	for j := range b.queue {
		_ = b.store.Save(j.ctx, j.key, "done")
	}
}

func (b *backlog) add(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	b.jobs = append(b.jobs, job{ctx: r.Context(), key: "k"}) // want `job is kept in b.jobs and lives by r.Context\(\)`
	b.mu.Unlock()
}

func (b *backlog) unnamed(w http.ResponseWriter, r *http.Request) {
	b.queue <- job{r.Context(), "k"} // want `job is kept in b.queue and lives by r.Context\(\)`
}

func (b *backlog) offer(w http.ResponseWriter, r *http.Request) {
	select {
	case b.queue <- job{r.Context(), "k"}: // want `job is kept in b.queue and lives by r.Context\(\)`
		w.WriteHeader(202)
	default:
		w.WriteHeader(503)
	}
}

// It stays until the work is done.
func (b *backlog) ask(w http.ResponseWriter, r *http.Request, done chan int) {
	b.await(w, r, done)
}

func (b *backlog) await(w http.ResponseWriter, r *http.Request, done chan int) {
	select {
	case b.queue <- job{r.Context(), "k"}:
		<-done
	default:
	}
}

func (b *backlog) addRight(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	b.jobs = append(b.jobs, job{ctx: context.WithoutCancel(r.Context())})
	b.mu.Unlock()
}

// A list of the request's own.
func (b *backlog) addOwn(w http.ResponseWriter, r *http.Request) {
	var jobs []job
	jobs = append(jobs, job{ctx: r.Context()})
	_ = jobs
}

var (
	nobodysCtx = context.Background()
	mayBeSet   = context.Background()
	startCtx   context.Context
)

func initialise(ctx context.Context) {
	startCtx = ctx
	mayBeSet = context.WithValue(ctx, mayBeSet, 1)
}

func routes(mux *http.ServeMux, s Store) {
	bg := context.Background()
	life, stop := context.WithCancel(context.Background())
	mux.HandleFunc("/x", func(w http.ResponseWriter, r *http.Request) {
		if err := s.Save(bg, "k", "v"); err != nil { // want `Store.Save runs under bg, which begins outside of the handler and which nothing ends, so the end of r.Context\(\) does not reach it`
			w.WriteHeader(500)
		}
	})
	mux.HandleFunc("/life", func(w http.ResponseWriter, r *http.Request) {
		if err := s.Save(life, "k", "v"); err != nil {
			w.WriteHeader(500)
		}
	})
	mux.HandleFunc("/later", func(w http.ResponseWriter, r *http.Request) {
		go s.Save(bg, "k", "v")
	})
	mux.HandleFunc("/stop", func(w http.ResponseWriter, r *http.Request) { stop() })
	_ = s.Save(bg, "k", "start")
}

func global(s Store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.Save(nobodysCtx, "k", "v"); err != nil { // want `Store.Save runs under nobodysCtx, which begins outside of the handler`
			w.WriteHeader(500)
		}
	}
}

func globals(s Store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.Save(startCtx, "k", "v"); err != nil {
			w.WriteHeader(500)
		}
		if err := s.Save(mayBeSet, "k", "v"); err != nil {
			w.WriteHeader(500)
		}
	}
}
