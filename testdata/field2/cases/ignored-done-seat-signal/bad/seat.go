// Package bad hands out the seats of a theatre whose number may change. A waiter is
// woken when its context ends, but the broadcast does not take the lock: it can come
// between the waiter's look at its context and its Wait, and is lost then.
package bad

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
	stop := context.AfterFunc(ctx, s.moved.Broadcast) // OR ignored-done
	defer stop()

	s.mu.Lock()
	defer s.mu.Unlock()
	for s.taken >= s.total { // OR ignored-done
		if err := ctx.Err(); err != nil {
			return err
		}
		s.moved.Wait() // EXPECT ignored-done
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
