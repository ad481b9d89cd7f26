// Package ok counts the strokes of tower bells and keeps a history of the counts. Its
// goroutine loops without a context and listens to an unbuffered channel that nobody sends
// to: Stop closes the channel, which ends the loop at once, and waits until it has ended.
package ok

import (
	"sync"
	"sync/atomic"
	"time"
)

const keep = 24 * 60

// Count is the number of strokes in one interval.
type Count struct {
	Until   time.Time
	Strokes int64
}

// Counter counts strokes.
type Counter struct {
	every   time.Duration
	strokes atomic.Int64

	mu      sync.Mutex
	history []Count

	once sync.Once
	stop chan struct{}
	done chan struct{}
}

// NewCounter returns a running counter. Its owner calls Stop when it is done with it.
func NewCounter(every time.Duration) *Counter {
	c := &Counter{
		every: every,
		stop:  make(chan struct{}),
		done:  make(chan struct{}),
	}
	go c.run()
	return c
}

// Stroke counts one stroke.
func (c *Counter) Stroke() { c.strokes.Add(1) }

// History returns the counts of the last day, oldest first.
func (c *Counter) History() []Count {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Count(nil), c.history...)
}

// Stop ends the counting; the last, shorter interval is counted as well.
func (c *Counter) Stop() {
	c.once.Do(func() { close(c.stop) })
	<-c.done
}

func (c *Counter) run() {
	defer close(c.done)
	ticker := time.NewTicker(c.every)
	defer ticker.Stop()
	for {
		select {
		case <-c.stop:
			c.record(time.Now())
			return
		case now := <-ticker.C:
			c.record(now)
		}
	}
}

func (c *Counter) record(until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.history = append(c.history, Count{Until: until, Strokes: c.strokes.Swap(0)})
	if over := len(c.history) - keep; over > 0 {
		c.history = append(c.history[:0], c.history[over:]...)
	}
}
