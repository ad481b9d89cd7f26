// Package apart asks stores and services that a transaction or a lock does not know.
package apart

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	"github.com/redis/go-redis/v9"
	"google.golang.org/grpc"
)

type (
	request  struct{}
	response struct{ state int }
	// prober is a client as protoc-gen-go-grpc writes it.
	prober interface {
		Check(ctx context.Context, in *request, opts ...grpc.CallOption) (*response, error)
		Watch(ctx context.Context, in *request, opts ...grpc.CallOption) (stream, error)
	}
	stream interface{ Recv() (*response, error) }
)

func published(ctx context.Context, db *sql.DB, rdb *redis.Client) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE a"); err != nil {
		return err
	}
	if err := rdb.Publish(ctx, "a", 1).Err(); err != nil { // want `the transaction tx, begun at apart.go:\d+, stays open across .*Publish`
		return err
	}
	return tx.Commit()
}

func publishedAfter(ctx context.Context, db *sql.DB, rdb *redis.Client) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE a"); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return rdb.Publish(ctx, "a", 1).Err()
}

func asked(ctx context.Context, db *sql.DB, c prober) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := c.Check(ctx, &request{}); err != nil { // want `the transaction tx, begun at apart.go:\d+, stays open across prober.Check`
		return err
	}
	return tx.Commit()
}

func pay(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "UPDATE a"); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, "POST", "http://pay", nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func note(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO notes")
	return err
}

func handed(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := note(ctx, tx); err != nil {
		return err
	}
	if err := pay(ctx, tx); err != nil { // want `the transaction tx, begun at apart.go:\d+, stays open across \(\*http.Client\).Do \(`
		return err
	}
	return tx.Commit()
}

type health struct {
	mu    sync.Mutex
	c     prober
	state int
	pages map[string]*page
}

func (h *health) check(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, err := h.c.Check(ctx, &request{}) // want `h.mu, taken at apart.go:\d+, is held across prober.Check`
	if err == nil {
		h.state = r.state
	}
	return err
}

// watch opens a stream, which does not wait for an answer.
func (h *health) watch(ctx context.Context) (stream, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.c.Watch(ctx, &request{})
}

func (h *health) now(ctx context.Context) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state
}

type page struct {
	mu   sync.Mutex
	text string
}

func (h *health) load(ctx context.Context, key string, get func(context.Context) (string, error)) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.pages[key]; p != nil {
		return p.text, nil
	}
	text, err := get(ctx) // want `h.mu, taken at apart.go:\d+, is held across get, which asks the network in \(\*health\).page \(\(\*http.Client\).Do at apart.go:\d+\)`
	if err == nil {
		h.pages[key] = &page{text: text}
	}
	return text, err
}

func (h *health) page(ctx context.Context, key string) (string, error) {
	return h.load(ctx, key, func(ctx context.Context) (string, error) {
		req, err := http.NewRequestWithContext(ctx, "GET", key, nil)
		if err != nil {
			return "", err
		}
		_, err = http.DefaultClient.Do(req)
		return key, err
	})
}

// once holds the lock of the entry alone: who wants another one does not wait.
func (h *health) once(ctx context.Context, key string, get func(context.Context) (string, error)) (string, error) {
	h.mu.Lock()
	p := h.pages[key]
	h.mu.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	text, err := get(ctx)
	p.text = text
	return text, err
}

func (h *health) entry(ctx context.Context, key string) (string, error) {
	return h.once(ctx, key, func(ctx context.Context) (string, error) {
		req, err := http.NewRequestWithContext(ctx, "GET", key, nil)
		if err != nil {
			return "", err
		}
		_, err = http.DefaultClient.Do(req)
		return key, err
	})
}

// names are in memory.
func (h *health) named(ctx context.Context, key string) (string, error) {
	return h.kept(ctx, func(context.Context) (string, error) { return key, nil })
}

func (h *health) kept(ctx context.Context, get func(context.Context) (string, error)) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return get(ctx)
}

type board struct {
	mu   sync.Mutex
	subs []chan string
	news string
}

func (b *board) add(ctx context.Context) <-chan string {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := make(chan string)
	b.subs = append(b.subs, c)
	return c
}

func (b *board) tell(ctx context.Context, s string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.subs {
		select {
		case c <- s: // want `b.mu, taken at apart.go:\d+, is held across a send to each channel of a list`
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// offer passes over who is busy.
func (b *board) offer(ctx context.Context, s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.subs {
		select {
		case c <- s:
		case <-ctx.Done():
			return
		default:
		}
	}
}
