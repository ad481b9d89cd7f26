// Package good hands out the seats of a theatre whose number may change. A waiter is
// woken when its context ends, under the lock, so it cannot miss it.
package good

import (
	"context"
	"sync"
)

// Seats counts seats; SetTotal may change their number at any time.
type Seats struct {
	mu    sync.Mutex
	moved *sync.Cond
	total int
	taken int
}

// NewSeats makes total seats.
func NewSeats(total int) *Seats {
	s := &Seats{total: total}
	s.moved = sync.NewCond(&s.mu)
	return s
}

// Take waits for a free seat.
func (s *Seats) Take(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.moved.Broadcast()
	})
	defer stop()

	s.mu.Lock()
	defer s.mu.Unlock()
	for s.taken >= s.total {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.moved.Wait()
	}
	s.taken++
	return nil
}

// Leave frees a seat.
func (s *Seats) Leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
	s.moved.Signal()
}

// SetTotal changes the number of seats; nobody is sent away.
func (s *Seats) SetTotal(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total = n
	s.moved.Broadcast()
}

// Free says how many seats are free.
func (s *Seats) Free() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(0, s.total-s.taken)
}
