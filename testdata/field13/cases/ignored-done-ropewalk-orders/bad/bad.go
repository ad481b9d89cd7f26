// Package bad spins ropes from orders until it is stopped. The loop asks for the quit channel
// anew in every pass; Stop closes it and forgets it. A loop that is busy with an order at that
// moment gets nil at its next pass, a channel that is never ready, and stays for good.
package bad

import (
	"errors"
	"log/slog"
	"sync"
)

// ErrRunning is returned by Start when the walk is running already.
var ErrRunning = errors.New("ropewalk is running")

// Order asks for a rope.
type Order struct {
	Length int
	Strand string
}

// Walk spins ropes in a goroutine; it may be started and stopped several times.
type Walk struct {
	orders <-chan Order
	spin   func(Order) error
	log    *slog.Logger

	mu   sync.Mutex
	quit chan struct{}
}

// NewWalk returns a Walk that takes its work from orders, which stays open.
func NewWalk(orders <-chan Order, spin func(Order) error, log *slog.Logger) *Walk {
	return &Walk{orders: orders, spin: spin, log: log}
}

// Start begins to work.
func (w *Walk) Start() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.quit != nil {
		return ErrRunning
	}
	w.quit = make(chan struct{})
	go w.work() // OR ignored-done
	return nil
}

// Stop tells the goroutine to end after its order.
func (w *Walk) Stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.quit == nil {
		return
	}
	close(w.quit)
	w.quit = nil // OR ignored-done
}

func (w *Walk) stopping() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.quit // OR ignored-done
}

func (w *Walk) work() {
	for { // OR ignored-done
		select {
		case <-w.stopping(): // EXPECT ignored-done
			return
		case o := <-w.orders:
			if err := w.spin(o); err != nil {
				w.log.Error("rope failed", "length", o.Length, "strand", o.Strand, "err", err)
			}
		}
	}
}
