package chans

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// The goroutine obeys the context, so its end does.
func doneObeys(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		req, _ := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
		http.DefaultClient.Do(req) // want `Do: param 0 of doneObeys$`
	}()
	<-done // want `receive from done: param 0 of doneObeys`
}

// The goroutine waits without the context.
func doneStuck(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		http.Get("http://x") // want `http.Get: none proven$`
	}()
	<-done // want `receive from done: none proven because the goroutine that is to send waits for http.Get, which no context ends`
}

// The goroutine does what cannot be told.
func doneUnknown(ctx context.Context, f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// The goroutine leaves without sending when it fails.
func skips(ctx context.Context) int {
	ch := make(chan int)
	go func() {
		v, err := do(ctx, 1)
		if err != nil {
			return
		}
		ch <- v
	}()
	return <-ch // want `receive from ch: none proven because the goroutine that is to send leaves at recv.go`
}

// Both ways send.
func sendsBoth(ctx context.Context) int {
	ch := make(chan int, 1)
	go func() {
		v, err := do(ctx, 1)
		if err != nil {
			ch <- 0
			return
		}
		ch <- v
	}()
	return <-ch
}

// Closed in a deferred literal.
func deferredClose(ctx context.Context) {
	ch := make(chan int)
	go func() {
		defer func() {
			close(ch)
		}()
		if _, err := do(ctx, 1); err != nil {
			return
		}
	}()
	<-ch
}

// Ranged over and never closed.
func neverClosed(items []int) {
	ch := make(chan int)
	for _, i := range items {
		go func() { ch <- i }()
	}
	for v := range ch { // want `range over ch: none proven loop because it is never closed`
		println(v)
	}
}

// Closed after all senders are done.
func closedAfter(items []int) {
	ch := make(chan int)
	var wg sync.WaitGroup
	for _, i := range items {
		wg.Go(func() { ch <- i })
	}
	go func() {
		wg.Wait()
		close(ch)
	}()
	for v := range ch {
		println(v)
	}
}

// Not closed if the producer fails.
func notAlwaysClosed(ctx context.Context) {
	ch := make(chan int)
	go func() {
		for i := range 10 {
			v, err := do(ctx, i)
			if err != nil {
				return
			}
			ch <- v
		}
		close(ch)
	}()
	for v := range ch { // want `range over ch: none proven loop because the goroutine that is to send leaves`
		println(v)
	}
}

// A select without Done in which everything may hang.
func selectStuck(ctx context.Context) int {
	a := make(chan int)
	b := make(chan int)
	go func() {
		v, err := do(ctx, 1)
		if err != nil {
			return
		}
		a <- v // want `send on a: none proven`
	}()
	go func() {
		v, err := do(ctx, 2)
		if err != nil {
			return
		}
		b <- v // want `send on b: none proven`
	}()
	select { // want `select: none proven because`
	case v := <-a:
		return v
	case v := <-b:
		return v
	}
}

// A select whose channels are unknown.
func selectUnknown(a, b chan int) int {
	select {
	case v := <-a:
		return v
	case v := <-b:
		return v
	}
}

// A stop channel from the caller.
func FactStop(stop <-chan struct{}, in chan int) int { // want `fact select: value 0`
	select { // want `select: value 0 of FactStop`
	case v := <-in:
		return v
	case <-stop:
		return 0
	}
}

func stopCaller(ctx context.Context, in chan int, quit chan struct{}) {
	FactStop(ctx.Done(), in) // want `select: param 0 of stopCaller via FactStop`
	FactStop(quit, in)       // want `select: value 2 of stopCaller via FactStop`
	FactStop(nil, in)        // the other case may well come
}

// With a default it is no wait.
func poll(in chan int) (int, bool) {
	select {
	case v := <-in:
		return v, true
	default:
		return 0, false
	}
}

// Timers alone.
func timersAlone(a, b time.Duration) {
	select { // want `select on timers alone: none proven`
	case <-time.After(10 * time.Second):
	case <-time.After(20 * time.Second):
	}
}

// A timer next to an event nothing is known of.
func timerAndEvent(in chan int) {
	select {
	case <-time.After(10 * time.Second):
	case <-in:
	}
}

func forever() {
	select {} // want `select: none proven because it has no cases`
}

// done := ctx.Done()
func doneVar(ctx context.Context, in chan int) int {
	done := ctx.Done()
	select { // want `select: param 0 of doneVar`
	case v := <-in:
		return v
	case <-done:
		return 0
	}
}

// The object's own context and the caller's.
type server struct {
	ctx context.Context
	in  chan int
}

func (s *server) both(ctx context.Context) int {
	select { // want `select: param 0 of .*both`
	case v := <-s.in:
		return v
	case <-s.ctx.Done():
		return 0
	case <-ctx.Done():
		return 0
	}
}
