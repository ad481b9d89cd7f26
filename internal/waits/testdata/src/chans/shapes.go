package chans

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"
)

// Room for the two that report once each.
type session struct {
	closed chan error
	active chan time.Time
}

func newSession() *session {
	return &session{closed: make(chan error, 2), active: make(chan time.Time, 1)}
}

func (s *session) serve(ctx context.Context, read func() error) error {
	go func() {
		for {
			if err := read(); err != nil {
				s.closed <- err
				return
			}
		}
	}()
	for {
		select { // want `select: param 0 of .*serve loop`
		case <-ctx.Done():
			return ctx.Err()
		case err := <-s.closed:
			return err
		case <-s.active:
		}
	}
}

func (s *session) close(err error) { s.closed <- err }

// The sender looks at the context right before.
func lookRightBefore(ctx context.Context, next func() int) int {
	events := make(chan int)
	go func() {
		for {
			v := next()
			select {
			case <-ctx.Done():
				return
			default:
				events <- v
			}
		}
	}()
	for {
		select { // want `select: param 0 of lookRightBefore loop`
		case <-ctx.Done():
			return 0
		case v := <-events:
			if v > 3 {
				continue
			}
		}
	}
}

// The goroutine that was just started says that it runs.
type limiter struct {
	started chan struct{}
	stop    chan struct{}
	tickets chan struct{}
}

func newLimiter() *limiter {
	l := &limiter{started: make(chan struct{}), stop: make(chan struct{}), tickets: make(chan struct{})}
	go l.loop()
	<-l.started
	return l
}

func (l *limiter) loop() {
	for {
		select {
		case l.started <- struct{}{}:
		case l.tickets <- struct{}{}:
		case <-l.stop:
			return
		}
	}
}

// The receiver leaves only when the sender has.
type printer struct {
	msg    chan message
	closed chan struct{}
}

type message struct {
	barrier chan struct{}
	line    string
}

func newPrinter() *printer {
	return &printer{msg: make(chan message), closed: make(chan struct{})}
}

func (p *printer) run(ctx context.Context) {
	defer close(p.closed)
	p.loop(ctx) // want `select: param 0 of .*run via`
}

func (p *printer) loop(ctx context.Context) {
	for {
		select { // want `select: param 0 of .*loop loop`
		case <-ctx.Done():
			return
		case m := <-p.msg:
			if m.barrier != nil {
				m.barrier <- struct{}{}
			}
		}
	}
}

func (p *printer) flush() {
	ch := make(chan struct{})
	select {
	case p.msg <- message{barrier: ch}:
	case <-p.closed:
	}
	select {
	case <-ch:
	case <-p.closed:
	}
}

// Errors are taken to the end.
func shutdown(run func() error, grace <-chan struct{}) error {
	errs := make(chan error)
	go func() {
		errs <- run()
	}()
	return await(errs, grace) // want `select: value 1 of shutdown via await`
}

func await(errs <-chan error, grace <-chan struct{}) (err error) {
	select { // want `select: value 1 of await`
	case err = <-errs:
	case <-grace:
		err = <-errs
	}
	return err
}

// After the end of its context, a supervisor takes what its workers, which
// have the same context, still have to say.
type supervisor struct {
	errs chan error
}

func newSupervisor() *supervisor { return &supervisor{errs: make(chan error)} }

func (s *supervisor) run(ctx context.Context) {
	s.begin(ctx)
	for {
		select { // want `select: param 0 of .*run loop`
		case <-ctx.Done():
			<-s.errs
			return
		case err := <-s.errs:
			if err != nil {
				s.begin(ctx)
			}
		}
	}
}

func (s *supervisor) begin(ctx context.Context) {
	go s.work(ctx) // want `Do: param 0 of .*begin goroutine via`
}

func (s *supervisor) work(ctx context.Context) {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
	if err == nil {
		_, err = http.DefaultClient.Do(req) // want `Do: param 0 of .*work`
	}
	s.errs <- err
}

// The goroutine tells of its failure in another way.
func toldOtherwise(ctx context.Context, pw *io.PipeWriter) int {
	ch := make(chan int)
	go func() {
		v, err := do(ctx, 1)
		if err != nil {
			pw.CloseWithError(err)
			return
		}
		ch <- v
	}()
	return <-ch
}

// At most one of many sends.
func onlyOnce(ctx context.Context, fs []func() error) error {
	var once sync.Once
	res := make(chan error, 1)
	set := func(err error) {
		once.Do(func() { res <- err })
	}
	for _, f := range fs {
		go func() { set(f()) }()
	}
	select { // want `select: param 0 of onlyOnce`
	case err := <-res:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A queue's signal is no stop: whoever receives it goes on.
type signalled struct {
	wake chan struct{}
	in   chan int
}

func newSignalled() *signalled {
	return &signalled{wake: make(chan struct{}), in: make(chan int)}
}

func (s *signalled) poke() { s.wake <- struct{}{} }

func (s *signalled) loop(next func() bool) {
	for {
		select {
		case <-s.in:
		case <-s.wake:
			if !next() {
				return
			}
		}
	}
}

func (s *signalled) put(v int) { s.in <- v }

// A signal to stop is sent by a function that has other things to do first.
type stoppable struct {
	quit chan struct{}
}

func newStoppable() *stoppable { return &stoppable{quit: make(chan struct{})} }

func (s *stoppable) Shutdown() {
	http.Get("http://x/bye") // want `http.Get: none proven`
	close(s.quit)
}

func (s *stoppable) watch(in chan int) {
	<-s.quit
}

// One error at most, and room for it.
type app struct{ errs chan error }

func newApp() *app { return &app{errs: make(chan error, 1)} }

func (a *app) start(serve func() error) {
	go func() {
		if err := serve(); err != nil {
			a.errs <- err
		}
		close(a.errs)
	}()
}

func (a *app) stop() error {
	for {
		http.Get("http://x/bye") // want `http.Get: none proven loop`
		err, ok := <-a.errs
		if !ok {
			return err
		}
	}
}

// Workers that leave when the context is over, and a feeder that does not look.
func cleaner(ctx context.Context, marks []int) {
	dm := make(chan int, 32)
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			for m := range dm {
				if ctx.Err() != nil {
					return
				}
				do(ctx, m)
			}
		})
	}
	for _, m := range marks {
		dm <- m // want `send on dm: none proven loop because its only receiver, in cleaner.func, leaves at .*, when the context ends`
	}
	close(dm)
	wg.Wait()
}

// A literal that runs itself.
func runsItself(ctx context.Context, n int) {
	ch := make(chan int)
	var walk func(n int)
	walk = func(n int) {
		if n > 0 {
			go walk(n - 1)
		}
		ch <- n
	}
	go walk(n)
	<-ch
}

func runEachOther(n int, ch chan int) {
	if n > 0 {
		runEachOther2(n-1, ch)
	}
	ch <- n
}

func runEachOther2(n int, ch chan int) {
	runEachOther(n, ch)
}

func startEachOther() {
	ch := make(chan int)
	go runEachOther(3, ch)
	<-ch
}

// A node that is stopped by a message: whoever asks after that waits for ever.
type node struct {
	status chan chan int
	stop   chan struct{}
	done   chan struct{}
}

func newNode() *node {
	return &node{status: make(chan chan int), stop: make(chan struct{}), done: make(chan struct{})}
}

func (n *node) run() {
	for {
		select {
		case c := <-n.status:
			c <- 1
		case <-n.stop:
			close(n.done)
			return
		}
	}
}

func (n *node) ask(ctx context.Context) int {
	c := make(chan int)
	n.status <- c // want `send on n.status: none proven because its only receiver, in .*run, leaves at .*, when n.stop ends`
	return <-c
}

func (n *node) halt() {
	select {
	case n.stop <- struct{}{}:
	case <-n.done:
		return
	}
}

// Nobody receives from it.
type deaf struct{ out chan int }

func newDeaf(n int) *deaf { return &deaf{out: make(chan int, n)} }

func (d *deaf) say(v int) {
	d.out <- v // want `send on d.out: none proven because nothing receives from it`
}

// A batcher's loop waits for work that callers bring: it is not stuck when one
// of them gives up.
type batcher struct {
	work chan int
	idle time.Duration
}

func newBatcher() *batcher { return &batcher{work: make(chan int)} }

func (b *batcher) add(ctx context.Context, v int) (bool, error) {
	for {
		select { // want `select: param 0 of .*add loop`
		case b.work <- v:
			return true, nil
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

func (b *batcher) loop() {
	for {
		v := <-b.work
		_ = v
	}
}

// Each call of a method receives; that one gives up says nothing of the next.
type forwarder struct {
	conns chan int
	quit  chan struct{}
}

func newForwarder() *forwarder {
	return &forwarder{conns: make(chan int), quit: make(chan struct{})}
}

func (f *forwarder) accept(ctx context.Context) int {
	select { // want `select: param 0 of .*accept`
	case c := <-f.conns:
		return c
	case <-ctx.Done():
		return 0
	}
}

func (f *forwarder) hand(c int) { f.conns <- c }

// Used by test files only, it seems: whoever calls it receives.
func answers() <-chan int {
	out := make(chan int)
	go func() {
		out <- 1
	}()
	return out
}
