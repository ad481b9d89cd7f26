// Package good pushes goals to everyone who watches a match. The referee's handler hands
// each goal to the board's loop, unless the request or the board itself ends first.
package good

import (
	"context"
	"errors"
	"net/http"
	"strconv"
)

// ErrClosed says that the board shows nothing any more.
var ErrClosed = errors.New("board is closed")

// Goal is one goal.
type Goal struct {
	Match  string
	Minute int
}

// Board tells watchers of goals.
type Board struct {
	goals    chan Goal
	joined   chan chan<- Goal
	finished chan struct{}
}

// NewBoard returns a board that does nothing before Run.
func NewBoard() *Board {
	return &Board{goals: make(chan Goal), joined: make(chan chan<- Goal), finished: make(chan struct{})}
}

// Run serves watchers until ctx ends.
func (b *Board) Run(ctx context.Context) {
	defer close(b.finished)
	var watchers []chan<- Goal
	for {
		select {
		case w := <-b.joined:
			watchers = append(watchers, w)
		case g := <-b.goals:
			for _, w := range watchers {
				select {
				case w <- g:
				default: // a watcher that lags misses a goal
				}
			}
		case <-ctx.Done():
			return
		}
	}
}

// Announce shows a goal to all watchers.
func (b *Board) Announce(ctx context.Context, g Goal) error {
	select {
	case b.goals <- g:
		return nil
	case <-b.finished:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Referee takes reports of goals.
type Referee struct{ board *Board }

// ServeHTTP takes one report.
func (h *Referee) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	minute, err := strconv.Atoi(r.FormValue("minute"))
	if err != nil {
		http.Error(w, "minute is not a number", http.StatusBadRequest)
		return
	}
	g := Goal{Match: r.PathValue("match"), Minute: minute}
	if err := h.board.Announce(r.Context(), g); err != nil {
		http.Error(w, "not shown", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
