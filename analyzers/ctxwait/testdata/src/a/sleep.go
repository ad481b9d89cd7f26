// Package a has waits with a context at hand.
package a

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"dep"
)

func try(ctx context.Context) error { return ctx.Err() }

func retry(ctx context.Context, pause time.Duration) error {
	for range 5 {
		if err := try(ctx); err == nil {
			return nil
		}
		time.Sleep(pause) // want `time.Sleep does not end when ctx does; select on a timer and ctx.Done\(\)`
	}
	return errors.New("tries used up")
}

func retryRight(ctx context.Context, pause time.Duration) error {
	t := time.NewTimer(pause)
	defer t.Stop()
	for range 5 {
		if err := try(ctx); err == nil {
			return nil
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		t.Reset(pause)
	}
	return errors.New("tries used up")
}

func long(ctx context.Context) error {
	time.Sleep(15 * time.Second)      // want `time.Sleep of 15s does not end when ctx does`
	time.Sleep(20 * time.Millisecond) // too short to matter
	return try(ctx)
}

func handler(w http.ResponseWriter, r *http.Request) {
	time.Sleep(2 * time.Second) // want `does not end when r.Context\(\) does`
}

func timers(ctx context.Context) {
	<-time.After(3 * time.Second) // want `receive from time.After\(3 \* time.Second\) of 3s does not end when ctx does`
	t := time.NewTimer(time.Minute)
	<-t.C // want `receive from t.C of 1m does not end when ctx does`
	if !t.Stop() {
		<-t.C
	}
	tick := time.NewTicker(30 * time.Second)
	defer tick.Stop()
	for range tick.C { // want `range over tick.C of 30s does not end when ctx does`
		if try(ctx) == nil {
			return
		}
	}
}

// The end is looked at between two long sleeps only.
func between(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		default:
			time.Sleep(10 * time.Second) // want `time.Sleep of 10s does not end when ctx does`
		}
	}
}

// A short sleep in a loop that never looks.
func poll(ctx context.Context, ready *atomic.Bool) error {
	for !ready.Load() {
		time.Sleep(100 * time.Millisecond) // want `time.Sleep of 100ms does not end when ctx does: it is one of many in a loop that never looks at a context`
	}
	return try(ctx)
}

// Short sleeps in loops that look, or end.
func polls(ctx context.Context, ready *atomic.Bool) error {
	for !ready.Load() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(100 * time.Millisecond)
	}
	for try(ctx) == nil {
		time.Sleep(200 * time.Millisecond)
	}
	for start := time.Now(); time.Since(start) < 2*time.Second; {
		time.Sleep(50 * time.Millisecond)
	}
	for range 5 {
		time.Sleep(100 * time.Millisecond)
	}
	for !ready.CompareAndSwap(false, true) {
		time.Sleep(time.Millisecond)
	}
	return nil
}

func pollMany(ctx context.Context, ready *atomic.Bool) {
	for range 100 {
		if ready.Load() {
			return
		}
		time.Sleep(100 * time.Millisecond) // want `time.Sleep of 100ms does not end`
	}
	_ = try(ctx)
}

// Helpers without a context.
func outer(ctx context.Context) error {
	middle()
	return try(ctx)
}

func middle() { inner() }

func inner() {
	time.Sleep(4 * time.Second) // want `time.Sleep of 4s does not end when ctx of its caller outer does; give inner that context and select on a timer and ctx.Done\(\)`
}

func across(ctx context.Context) error {
	dep.Settle() // want `across → Settle → pause → time.Sleep.* does not end when ctx does`
	dep.Blink()
	dep.WaitFor(20 * time.Millisecond)
	dep.WaitFor(time.Minute) // want `across → WaitFor → time.Sleep .*of up to 1m does not end when ctx does`
	return try(ctx)
}

// Nobody with a context waits for it.
func lonely() { time.Sleep(time.Minute) }

func startAll(ctx context.Context) {
	go lonely()
	defer lonely()
	_ = try(ctx)
}

// Captured.
func captured(ctx context.Context) {
	func() {
		time.Sleep(5 * time.Second) // want `does not end when ctx does`
	}()
	go func() {
		for {
			if try(ctx) != nil {
				return
			}
			time.Sleep(5 * time.Second) // want `does not end when ctx does`
		}
	}()
	go func() {
		time.Sleep(5 * time.Second) // has no use for the context
		lonely()
	}()
	defer func() {
		time.Sleep(5 * time.Second)
	}()
}

// In a method of an object that keeps a context.
type worker struct {
	ctx   context.Context
	pause time.Duration
}

func (w *worker) run() {
	for w.ctx.Err() == nil {
		_ = try(w.ctx)
		time.Sleep(w.pause) // want `time.Sleep does not end when w.ctx does`
	}
}

// Clean-up.
func cleanUp(ctx context.Context) {
	<-ctx.Done()
	time.Sleep(5 * time.Second)
}

type server struct{}

func (server) Shutdown(ctx context.Context) error {
	time.Sleep(5 * time.Second) // lets the balancer notice
	return try(ctx)
}

// A context that the function makes for a call of its own.
func ownContext() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := try(ctx)
	time.Sleep(3 * time.Second)
	return err
}

func ignored(ctx context.Context) error {
	//faultlint:ignore ctxwait the device needs it
	time.Sleep(5 * time.Second)
	return try(ctx)
}

// A clock of the project's own.
type clock interface {
	Sleep(d time.Duration)
	After(d time.Duration) <-chan time.Time
}

func byClock(ctx context.Context, c clock) error {
	<-c.After(5 * time.Second) // want `does not end when ctx does`
	c.Sleep(5 * time.Second)   // want `Sleep of 5s does not end when ctx does`
	c.Sleep(time.Millisecond)
	return try(ctx)
}

type ranTask struct{ running bool }

func look(ctx context.Context) (ranTask, error) { return ranTask{}, ctx.Err() }

// A second between looks that obey the context.
func second(ctx context.Context) error {
	for {
		j, err := look(ctx)
		if err != nil {
			return err
		}
		if !j.running {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func seconds(ctx context.Context) error {
	for {
		j, err := look(ctx)
		if err != nil {
			return err
		}
		if !j.running {
			return nil
		}
		time.Sleep(2 * time.Second) // want `time.Sleep of 2s does not end when ctx does`
	}
}

// The context in the field is nobody's: there is no end to wait for.
type forever struct{ ctx context.Context }

func newForever() *forever { return &forever{ctx: context.Background()} }

func (f *forever) poll() error {
	for {
		if err := try(f.ctx); err != nil {
			return err
		}
		time.Sleep(5 * time.Second)
	}
}

type ending struct{ ctx context.Context }

func newEnding(ctx context.Context) *ending { return &ending{ctx: ctx} }

func (e *ending) poll() error {
	for {
		if err := try(e.ctx); err != nil {
			return err
		}
		time.Sleep(5 * time.Second) // want `time.Sleep of 5s does not end when e.ctx does`
	}
}

// One pause after each start adds up, and nothing here looks at the context.
func startEach(ctx context.Context, n int) {
	for range n {
		go try(ctx)
		time.Sleep(time.Second) // want `time.Sleep of 1s does not end when ctx does`
	}
}

const badAuthDelay = 3 * time.Second

// Whoever comes with a wrong password is to wait.
func login(ctx context.Context, ok func(string) bool, password string) error {
	if !ok(password) {
		time.Sleep(badAuthDelay)
		return context.Canceled
	}
	return try(ctx)
}

type replica struct{ lag time.Duration }

// One pause by a setting, for the replica to follow.
func (r *replica) read(ctx context.Context) error {
	if err := try(ctx); err != nil {
		time.Sleep(r.lag)
		return try(ctx)
	}
	return nil
}

// In a loop it adds up.
func (r *replica) readAll(ctx context.Context) {
	for try(ctx) != nil {
		time.Sleep(r.lag) // want `time.Sleep does not end when ctx does`
	}
}
