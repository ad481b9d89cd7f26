package a

import (
	"time"
	"bufio"
	"bytes"
	"context"
	"net"
	"os/exec"
	"strings"
	"sync"
)

func work(ctx context.Context, i int) error { return ctx.Err() }

// The workers leave at the first error.
func feed(ctx context.Context, items []int) {
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				if err := work(ctx, j); err != nil {
					return
				}
			}
		}()
	}
	for _, i := range items {
		jobs <- i // want `send on jobs does not end when ctx does: its only receiver, in feed.func, leaves with an error at chans.go:26; send in a select with ctx.Done\(\)`
	}
	close(jobs)
	wg.Wait()
}

// The workers go on after an error.
func feedAll(ctx context.Context, items []int) {
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for j := range jobs {
				_ = work(ctx, j)
			}
		})
	}
	for _, i := range items {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
}

func feedRight(ctx context.Context, items []int) {
	jobs := make(chan int)
	defer close(jobs)
	go func() {
		for j := range jobs {
			if err := work(ctx, j); err != nil {
				return
			}
		}
	}()
	for _, i := range items {
		select {
		case jobs <- i:
		case <-ctx.Done():
			return
		}
	}
}

// A bare send inside a case.
type hub struct {
	in, out chan int
	stop    chan struct{}
}

func newHub(ctx context.Context) *hub {
	h := &hub{in: make(chan int), out: make(chan int), stop: make(chan struct{})}
	go h.pump(ctx)
	go h.drain(ctx)
	return h
}

func (h *hub) pump(ctx context.Context) {
	for {
		select {
		case v := <-h.in:
			h.out <- v // want `send on h.out does not end when ctx does: its only receiver, in \(\*hub\).drain, leaves at chans.go:\d+, when the context ends`
		case <-ctx.Done():
			return
		}
	}
}

func (h *hub) drain(ctx context.Context) {
	for {
		select {
		case v := <-h.out:
			_ = work(ctx, v)
		case <-ctx.Done():
			return
		}
	}
}

func (h *hub) put(v int) { h.in <- v }

// Out of sight.
func give(ctx context.Context, out chan<- int) {
	out <- 1
	_ = work(ctx, 1)
}

// A condition.
type queue struct {
	mu    sync.Mutex
	some  *sync.Cond
	woken *sync.Cond
	items []int
}

func newQueue() *queue {
	q := &queue{}
	q.some = sync.NewCond(&q.mu)
	q.woken = sync.NewCond(&q.mu)
	return q
}

func (q *queue) take(ctx context.Context) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		q.some.Wait() // want `\(\*sync.Cond\).Wait does not end when ctx does: nothing wakes it when a context ends; broadcast from context.AfterFunc\(ctx, …\)`
	}
	return q.items[0], nil
}

func (q *queue) takeRight(ctx context.Context) (int, error) {
	stop := context.AfterFunc(ctx, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.woken.Broadcast()
	})
	defer stop()
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && ctx.Err() == nil {
		q.woken.Wait()
	}
	return q.items[0], ctx.Err()
}

// Reads in a loop.
func lines(ctx context.Context, addr string) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := r.ReadString('\n'); err != nil { // want `\(\*bufio.Reader\).ReadString does not end when ctx does: the context is looked at only between two reads`
			return err
		}
	}
}

func scan(ctx context.Context, addr string) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	sc := bufio.NewScanner(conn)
	for sc.Scan() { // want `\(\*bufio.Scanner\).Scan does not end when ctx does: nothing closes it or sets a deadline then`
	}
	return sc.Err()
}

func linesRight(ctx context.Context, addr string) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	r := bufio.NewReader(conn)
	for {
		if _, err := r.ReadString('\n'); err != nil {
			return err
		}
	}
}

func linesOfText(ctx context.Context, text string) int {
	sc, n := bufio.NewScanner(strings.NewReader(text)), 0
	for sc.Scan() {
		n++
	}
	_ = work(ctx, n)
	return n
}

// Accept.
func serve(ctx context.Context) error {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", ":0")
	if err != nil {
		return err
	}
	defer ln.Close()
	for {
		conn, err := ln.Accept() // want `Accept does not end when ctx does: nothing closes it or sets a deadline then; close the connection below, or set its deadline, from context.AfterFunc`
		if err != nil {
			return err
		}
		go conn.Close()
	}
}

func serveRight(ctx context.Context) error {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", ":0")
	if err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		ln.Close()
	}()
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go conn.Close()
	}
}

// A child.
func child(ctx context.Context, name string) error {
	var out bytes.Buffer
	cmd := exec.Command(name)
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := work(ctx, 1); err != nil {
		return err
	}
	return cmd.Wait() // want `\(\*exec.Cmd\).Wait does not end when ctx does`
}

func childRight(ctx context.Context, name string) error {
	cmd := exec.CommandContext(ctx, name)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

// A group of workers that obey.
func group(ctx context.Context) {
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			select {
			case <-ctx.Done():
			}
			_ = i
		})
	}
	wg.Wait()
}

// The reply comes from a goroutine that has no end of its own.
func empty(ctx context.Context) {
	var never chan int = make(chan int)
	<-never // want `receive from never does not end when ctx does: nothing sends on it or closes it`
	_ = work(ctx, 1)
}

// A counting semaphore of an object.
type limiter struct{ places chan struct{} }

func newLimiter(n int) *limiter { return &limiter{places: make(chan struct{}, n)} }

func (l *limiter) enter() func() {
	l.places <- struct{}{} // want `send on l.places does not end when ctx of its caller bake does: when all slots are taken it waits for one to be given back`
	return func() { <-l.places }
}

func bake(ctx context.Context, l *limiter) error {
	defer l.enter()()
	return work(ctx, 1)
}

// A semaphore of a call, whose holders are out of sight.
func bakeAll(ctx context.Context, n int, items []int, one func(context.Context, int) error) {
	busy := make(chan struct{}, n)
	var wg sync.WaitGroup
	for _, i := range items {
		busy <- struct{}{} // want `send on busy does not end when ctx does: when all slots are taken`
		wg.Go(func() {
			defer func() { <-busy }()
			_ = one(ctx, i)
		})
	}
	wg.Wait()
}

// Idle things.
type shelf struct{ idle chan *hub }

func newShelf(all ...*hub) *shelf {
	s := &shelf{idle: make(chan *hub, len(all))}
	for _, h := range all {
		s.idle <- h
	}
	return s
}

func (s *shelf) lend(ctx context.Context) (*hub, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return <-s.idle, nil // want `receive from s.idle does not end when ctx does: when all slots are taken it waits for one to be given back`
}

func (s *shelf) giveBack(h *hub) { s.idle <- h }

// The select looks at the context, the send in its case does not.
func relay(ctx context.Context, in <-chan int, out chan<- int) error {
	for {
		select {
		case v := <-in:
			out <- v // want `send on out does not end when ctx does: the select at chans.go:\d+ looks at the context, the send inside its case does not`
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

type request struct {
	v     int
	reply chan int
}

// A reply channel comes with the request, and has room for the reply.
func answer(ctx context.Context, in <-chan request) error {
	for {
		select {
		case r := <-in:
			r.reply <- r.v
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A group of others' calls.
type change struct{ acks sync.WaitGroup }

type session struct{ pending []*change }

func (s *session) Poll() {
	for _, c := range s.pending {
		c.acks.Done()
	}
}

func spread(ctx context.Context, sessions []*session) error {
	c := &change{}
	c.acks.Add(len(sessions))
	for _, s := range sessions {
		s.pending = append(s.pending, c)
	}
	c.acks.Wait() // want `\(\*sync.WaitGroup\).Wait does not end when ctx does: Done is called when somebody calls \(\*session\).Poll; wait in a goroutine that closes a channel`
	return ctx.Err()
}

// A select with a limit of its own, which may be small.
type starting struct{ complete chan struct{} }

func newStarting(ctx context.Context) *starting {
	s := &starting{complete: make(chan struct{})}
	go func() {
		for {
			if err := work(ctx, 1); err != nil {
				return
			}
			s.complete <- struct{}{}
		}
	}()
	return s
}

func (s *starting) ready(ctx context.Context, d time.Duration) error {
	select {
	case <-s.complete:
	case <-time.After(d):
	}
	return ctx.Err()
}

// The only receiver is at work for a while, and comes back: the send waits no
// longer than that.
type mailer struct{ out chan int }

func newMailer() *mailer {
	m := &mailer{out: make(chan int)}
	go m.run()
	return m
}

func (m *mailer) run() {
	for v := range m.out {
		time.Sleep(10 * time.Second)
		_ = work(context.Background(), v)
	}
}

func (m *mailer) send(ctx context.Context, v int) error {
	if err := work(ctx, v); err != nil {
		return err
	}
	m.out <- v
	return nil
}
