// Package ok keeps the guest cards of a spa. The handler takes a lock, writes a file and tells a
// printer, all without a context, and it is right: the lock is held for a file on the local disk
// only, and the card goes to the printer's queue only if there is room.
package ok

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
)

// Card is what a guest fills in.
type Card struct {
	Guest string `json:"guest"`
	Room  int    `json:"room"`
}

// ErrBusy says that the printer has enough to do.
var ErrBusy = errors.New("printer is busy")

// Desk takes cards.
type Desk struct {
	dir   string
	print chan<- Card
	log   *slog.Logger

	mu   sync.Mutex
	next int
}

// NewDesk keeps cards in dir and hands them to a printer.
func NewDesk(dir string, print chan<- Card, log *slog.Logger) *Desk {
	return &Desk{dir: dir, print: print, log: log, next: 1}
}

// ServeHTTP takes one card.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var c Card
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 2<<10)).Decode(&c); err != nil {
		http.Error(w, "no card", http.StatusBadRequest)
		return
	}
	n, err := d.keep(c)
	if err != nil {
		d.log.Error("card not kept", "guest", c.Guest, "err", err)
		http.Error(w, "cannot keep card", http.StatusInternalServerError)
		return
	}
	if err := d.offer(c); err != nil {
		w.Header().Set("Warning", `199 - "card is not printed"`)
	}
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintf(w, "%d\n", n)
}

func (d *Desk) keep(c Card) (int, error) {
	raw, err := json.Marshal(c)
	if err != nil {
		return 0, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.next
	if err := os.WriteFile(filepath.Join(d.dir, fmt.Sprintf("%06d.json", n)), raw, 0o600); err != nil {
		return 0, err
	}
	d.next++
	return n, nil
}

func (d *Desk) offer(c Card) error {
	select {
	case d.print <- c:
		return nil
	default:
		return ErrBusy
	}
}
