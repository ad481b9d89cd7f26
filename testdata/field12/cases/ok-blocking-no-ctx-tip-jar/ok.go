// Package ok takes tips for street musicians. The handler puts a tip into a channel
// with no context in sight, and cannot be held up by it: a full channel is answered at once.
// The locks are held for a few assignments only.
package ok

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"
)

const bookLimit = 5 * time.Second

// ErrBusy says that too many tips wait to be booked.
var ErrBusy = errors.New("too many tips at once")

// Tip is a sum for a musician.
type Tip struct {
	Musician string
	Cents    int
}

// Book stores tips.
type Book interface {
	Enter(ctx context.Context, t Tip) error
}

// Jar collects tips.
type Jar struct {
	book    Book
	waiting chan Tip
	log     *slog.Logger

	mu    sync.Mutex
	total map[string]int
}

// NewJar returns a jar with room for the given number of tips that are not booked yet.
func NewJar(book Book, room int, log *slog.Logger) *Jar {
	return &Jar{book: book, waiting: make(chan Tip, room), log: log, total: make(map[string]int)}
}

// Drop takes a tip if there is room for it.
func (j *Jar) Drop(t Tip) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	select {
	case j.waiting <- t:
		j.total[t.Musician] += t.Cents
		return j.total[t.Musician], nil
	default:
		return 0, ErrBusy
	}
}

// ServeHTTP takes one tip.
func (j *Jar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	cents, err := strconv.Atoi(r.PathValue("cents"))
	if err != nil || cents <= 0 {
		http.Error(w, "bad amount", http.StatusBadRequest)
		return
	}
	total, err := j.Drop(Tip{Musician: r.PathValue("musician"), Cents: cents})
	if err != nil {
		w.Header().Set("Retry-After", "1")
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
	_, _ = w.Write(strconv.AppendInt(nil, int64(total), 10))
}

// Run books tips until ctx ends. A tip is paid when it is booked: one that still waits then
// has cost nobody anything.
func (j *Jar) Run(ctx context.Context) error {
	for {
		select {
		case t := <-j.waiting:
			if err := j.enter(ctx, t); err != nil {
				j.log.ErrorContext(ctx, "tip not booked", "musician", t.Musician, "cents", t.Cents, "err", err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (j *Jar) enter(ctx context.Context, t Tip) error {
	ctx, cancel := context.WithTimeout(ctx, bookLimit)
	defer cancel()
	return j.book.Enter(ctx, t)
}
