// Package bad lets visitors of a mill have their name woven. There is one loom with one
// goroutine, and the handler waits for it twice, to take the order and to finish it, without
// regard to the request: a jammed loom collects every visitor that ever came.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
)

const maxName = 24

var errName = errors.New("name must have 1 to 24 letters")

// Machine weaves one name; this takes a minute.
type Machine interface {
	Weave(ctx context.Context, name string) (metres float64, err error)
}

type woven struct {
	metres float64
	err    error
}

type order struct {
	name string
	done chan woven // with room for the answer
}

// Loom is a machine with its queue.
type Loom struct {
	machine Machine
	orders  chan order
	log     *slog.Logger
}

// NewLoom returns a loom that weaves once Run is called.
func NewLoom(machine Machine, log *slog.Logger) *Loom {
	return &Loom{machine: machine, orders: make(chan order), log: log}
}

// Run weaves orders until ctx ends.
func (l *Loom) Run(ctx context.Context) error {
	for {
		select {
		case o := <-l.orders:
			metres, err := l.machine.Weave(ctx, o.name)
			o.done <- woven{metres: metres, err: err}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// weave has a name woven and returns the length of the band.
func (l *Loom) weave(name string) (float64, error) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > maxName {
		return 0, errName
	}
	o := order{name: name, done: make(chan woven, 1)}
	l.orders <- o // OR blocking-no-ctx
	w := <-o.done // EXPECT blocking-no-ctx
	return w.metres, w.err
}

// ServeHTTP takes the order of a visitor.
func (l *Loom) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	metres, err := l.weave(r.PathValue("name")) // OR blocking-no-ctx // OR ignored-done
	if errors.Is(err, errName) {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err != nil {
		l.log.ErrorContext(r.Context(), "weave", "err", err)
		http.Error(w, "the loom is out of order", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintf(w, "your band is %.2f m long\n", metres)
}
