// Package good lets visitors of a mill have their name woven. There is one loom with one
// goroutine; the handler waits for it under the request's context, and not longer than a few
// minutes. A band that nobody waits for any more is finished all the same.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

const (
	maxName  = 24
	patience = 5 * time.Minute
)

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
func (l *Loom) weave(ctx context.Context, name string) (float64, error) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > maxName {
		return 0, errName
	}
	o := order{name: name, done: make(chan woven, 1)}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case l.orders <- o:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	select {
	case w := <-o.done:
		return w.metres, w.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// ServeHTTP takes the order of a visitor.
func (l *Loom) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	metres, err := l.weave(r.Context(), r.PathValue("name"))
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
