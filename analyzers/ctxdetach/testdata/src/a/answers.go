package a

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

type answers struct {
	db     *sql.DB
	store  Store
	checks []func(ctx context.Context) error
	limit  time.Duration
}

func (a *answers) count(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.Background(), a.limit) // want `the end of r.Context\(\) does not reach \(\*answers\).total`
	defer cancel()
	n, err := a.total(ctx)
	if err != nil {
		http.Error(w, "no", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(n)
}

func (a *answers) total(ctx context.Context) (n int, err error) {
	err = a.db.QueryRowContext(ctx, "SELECT count(*) FROM things").Scan(&n)
	return n, err
}

// What takes a context and returns an error is there to obey it.
func (a *answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second) // want `the end of r.Context\(\) does not reach \(\*answers\).ill`
	defer cancel()
	_ = json.NewEncoder(w).Encode(a.ill(ctx))
}

func (a *answers) ill(ctx context.Context) (n int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, c := range a.checks {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if c(ctx) != nil {
				mu.Lock()
				n++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return n
}

// Right: what changes something may be meant to be brought to its end.
func (a *answers) add(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.Background(), a.limit)
	defer cancel()
	res, err := a.db.ExecContext(ctx, "INSERT INTO things (name) VALUES ($1)", r.PathValue("name"))
	if err != nil {
		http.Error(w, "no", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(res)
}

// Unknown: what a method of an interface does.
func (a *answers) asks(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.Background(), a.limit)
	defer cancel()
	v, _ := a.store.Load(ctx, "k")
	_ = json.NewEncoder(w).Encode(v)
}

// Right: the limit comes on top of the request's end.
func (a *answers) right(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), a.limit)
	defer cancel()
	n, _ := a.total(ctx)
	_ = json.NewEncoder(w).Encode(n)
}

// Right: a goroutine goes on without the handler.
func (a *answers) behind(w http.ResponseWriter, r *http.Request) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), a.limit)
		defer cancel()
		n, _ := a.total(ctx)
		println(n)
	}()
	w.WriteHeader(http.StatusAccepted)
}
