// Package good spins ropes from orders until it is stopped. The loop is given the quit channel
// of its run when it starts and keeps it, whatever happens to the field.
package good

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
	go w.work(w.quit)
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
	w.quit = nil
}

func (w *Walk) work(quit <-chan struct{}) {
	for {
		select {
		case <-quit:
			return
		case o := <-w.orders:
			if err := w.spin(o); err != nil {
				w.log.Error("rope failed", "length", o.Length, "strand", o.Strand, "err", err)
			}
		}
	}
}
