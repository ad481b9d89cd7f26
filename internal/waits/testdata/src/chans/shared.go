package chans

import (
	"context"
	"net/http"
	"time"
)

type job struct {
	id    int
	reply chan int
	once  chan int
}

// A loop that leaves on Done, fed by a method that does not look.
type loop struct {
	jobs chan job
	quit chan struct{}
	hc   *http.Client
}

func newLoop() *loop {
	return &loop{jobs: make(chan job), quit: make(chan struct{})}
}

func (l *loop) run(ctx context.Context) {
	for {
		select { // want `select: param 0 of .*run loop`
		case j := <-l.jobs:
			j.reply <- j.id // want `send on j.reply: none proven loop because its only receiver, in .*ask, leaves at .*when the context ends`
			j.once <- j.id
		case <-ctx.Done():
			return
		}
	}
}

func (l *loop) submit(ctx context.Context, j job) {
	l.jobs <- j // want `send on l.jobs: none proven because its only receiver, in .*run, leaves at .*, when the context ends`
}

func (l *loop) submitSelect(ctx context.Context, j job) {
	select { // want `select: param 0 of .*submitSelect`
	case l.jobs <- j:
	case <-ctx.Done():
	}
}

func (l *loop) ask(ctx context.Context) int {
	j := job{id: 1, reply: make(chan int), once: make(chan int, 1)}
	l.submitSelect(ctx, j) // want `select: param 0 of .*ask via`
	select {               // want `select: param 0 of .*ask`
	case v := <-j.reply:
		return v
	case <-ctx.Done():
		return 0
	}
}

// The peer of a reply channel may be gone.
func (l *loop) askOnce(ctx context.Context) int {
	j := job{id: 1, once: make(chan int, 1)}
	l.submitSelect(ctx, j) // want `select: param 0 of .*askOnce via`
	return <-j.once        // want `receive from j.once: none proven because its sender in .*run leaves`
}

// A queue whose worker is busy with the network.
type mailer struct {
	queue chan string
}

func newMailer() *mailer {
	m := &mailer{queue: make(chan string, 16)}
	go m.work() // want `http.Get: none proven goroutine loop via|http.Get: none proven goroutine via`
	return m
}

func (m *mailer) work() {
	for addr := range m.queue {
		http.Get(addr) // want `http.Get: none proven loop`
	}
}

func (m *mailer) send(ctx context.Context, addr string) {
	m.queue <- addr // want `send on m.queue: none proven because its receiver, in .*work, waits for http.Get`
}

func (m *mailer) close() { close(m.queue) }

// A queue whose worker never waits for anything outside.
type counter struct {
	hits chan string
	n    map[string]int
}

func newCounter() *counter {
	c := &counter{hits: make(chan string), n: make(map[string]int)}
	go c.work()
	return c
}

func (c *counter) work() {
	for h := range c.hits {
		c.n[h]++
	}
}

func (c *counter) hit(ctx context.Context, h string) { c.hits <- h }

func (c *counter) close() { close(c.hits) }

// An exported field: anyone may receive.
type Bus struct {
	Events chan int
}

func NewBus() *Bus { return &Bus{Events: make(chan int)} }

func (b *Bus) publish(ctx context.Context, e int) { b.Events <- e }

// The channel is handed out.
type feed struct {
	out chan int
}

func newFeed() *feed { return &feed{out: make(chan int)} }

func (f *feed) Out() <-chan int { return f.out }

func (f *feed) push(ctx context.Context, v int) { f.out <- v }

// A slot that is held across a network call.
type slots struct {
	sem chan struct{}
}

func newSlots(n int) *slots { return &slots{sem: make(chan struct{}, n)} }

func (s *slots) fetch(ctx context.Context, url string) error {
	s.sem <- struct{}{} // want `send on s.sem: none proven because when all slots are taken it waits for one to be given back`
	defer func() { <-s.sem }()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req) // want `Do: param 0 of`
	return err
}

// A slot that is held for a moment.
type gate struct {
	sem chan struct{}
	n   int
}

func newGate() *gate { return &gate{sem: make(chan struct{}, 1)} }

func (g *gate) add(ctx context.Context) {
	g.sem <- struct{}{}
	g.n++
	<-g.sem
}

// A future that is completed after a network call.
type future struct {
	done chan struct{}
	err  error
}

func start(url string) *future {
	f := &future{done: make(chan struct{})}
	go func() {
		_, err := http.Get(url) // want `http.Get: none proven goroutine`
		f.complete(err)
	}()
	return f
}

func (f *future) complete(err error) {
	f.err = err
	close(f.done)
}

func (f *future) wait(ctx context.Context) error {
	<-f.done // want `receive from f.done: none proven because its sender, in .*complete, waits for http.Get`
	return f.err
}

func (f *future) waitSelect(ctx context.Context) error {
	select { // want `select: param 0 of .*waitSelect`
	case <-f.done:
		return f.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Started here with the context: its end ends the wait.
type task struct {
	done chan struct{}
}

func (t *task) run(ctx context.Context) {
	defer close(t.done)
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
	http.DefaultClient.Do(req) // want `Do: param 0 of`
}

func runTask(ctx context.Context) {
	t := &task{done: make(chan struct{})}
	go t.run(ctx) // want `Do: param 0 of runTask goroutine via`
	<-t.done
}

// A channel that something closes when a context ends.
type watched struct{ gone chan struct{} }

func newWatched(ctx context.Context) *watched {
	w := &watched{gone: make(chan struct{})}
	context.AfterFunc(ctx, func() { close(w.gone) })
	return w
}

func (w *watched) wait() {
	<-w.gone // want `receive from w.gone: param 0 of newWatched linked`
}

func pause(ctx context.Context) {
	t := time.NewTimer(time.Second)
	defer t.Stop()
	select { // want `select: param 0 of pause`
	case <-t.C:
	case <-ctx.Done():
	}
}
