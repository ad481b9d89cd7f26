package a

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"sync"
	"time"
)

type heldReply struct {
	ID   string
	Body []byte
}

// A client whose answers come by channels that are kept in a map.
type asker struct {
	mu      sync.Mutex
	conn    net.Conn
	pending map[string]chan heldReply
	keys    map[string]chan struct{}
}

func newAsker(conn net.Conn) *asker {
	a := &asker{conn: conn, pending: make(map[string]chan heldReply), keys: make(map[string]chan struct{})}
	go a.read()
	return a
}

func (a *asker) read() {
	dec := json.NewDecoder(a.conn)
	for {
		var m heldReply
		if err := dec.Decode(&m); err != nil {
			return
		}
		a.mu.Lock()
		ch, ok := a.pending[m.ID]
		delete(a.pending, m.ID)
		a.mu.Unlock()
		if ok {
			ch <- m
		}
	}
}

func (a *asker) put(id string) chan heldReply {
	ch := make(chan heldReply, 1)
	a.mu.Lock()
	a.pending[id] = ch
	a.mu.Unlock()
	return ch
}

func (a *asker) ask(ctx context.Context, id string) ([]byte, error) {
	ch := a.put(id)
	if err := json.NewEncoder(a.conn).Encode(id); err != nil {
		return nil, err
	}
	m := <-ch // want `receive from ch does not end when ctx does: its sender in \(\*asker\).read leaves with an error`
	return m.Body, nil
}

func (a *asker) askRight(ctx context.Context, id string) ([]byte, error) {
	ch := a.put(id)
	if err := json.NewEncoder(a.conn).Encode(id); err != nil {
		return nil, err
	}
	select {
	case m := <-ch:
		return m.Body, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A lock for each key.
func (a *asker) locked(ctx context.Context, key string, work func(context.Context) error) error {
	a.mu.Lock()
	l, ok := a.keys[key]
	if !ok {
		l = make(chan struct{}, 1)
		a.keys[key] = l
	}
	a.mu.Unlock()
	l <- struct{}{} // want `send on l does not end when ctx does: when all slots are taken it waits for one to be given back`
	defer func() { <-l }()
	return work(ctx)
}

// The look comes between two reads.
func Datagrams(ctx context.Context, pc net.PacketConn, handle func([]byte)) error {
	buf := make([]byte, 1500)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, _, err := pc.ReadFrom(buf) // want `ReadFrom does not end when ctx does: the context is looked at only between two reads`
		if err != nil {
			return err
		}
		handle(buf[:n])
	}
}

// Unknown: whoever has the connection may close it then.
func Lines(ctx context.Context, conn net.Conn, handle func(context.Context, string)) error {
	sc := bufio.NewScanner(conn)
	for sc.Scan() {
		handle(ctx, sc.Text())
	}
	return sc.Err()
}

// The reader leaves with the context, and so does this, but for the send.
func Doubled(ctx context.Context, in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for {
			select {
			case <-ctx.Done():
				return
			case v, ok := <-in:
				if !ok {
					return
				}
				out <- v * 2 // want `send on out does not end when ctx does: the select at held.go:\d+ looks at the context, the send inside its case does not`
			}
		}
	}()
	return out
}

// A few at a time, each for as long as its request lasts.
type few struct {
	places chan struct{}
	hc     *http.Client
}

func newFew(hc *http.Client) *few { return &few{places: make(chan struct{}, 4), hc: hc} }

func (f *few) do(ctx context.Context, req *http.Request) error {
	f.places <- struct{}{} // want `send on f.places does not end when ctx does: when all slots are taken it waits for one to be given back`
	defer func() { <-f.places }()
	resp, err := f.hc.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Right: nothing that lasts is done while a place is taken.
type brief struct {
	places chan struct{}
	n      int
}

func newBrief() *brief { return &brief{places: make(chan struct{}, 1)} }

func (b *brief) add(ctx context.Context) {
	b.places <- struct{}{}
	defer func() { <-b.places }()
	b.n++
}

// A turn that lasts as long as the caller likes.
type turns struct {
	mu sync.Mutex
}

func (t *turns) take(ctx context.Context) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.mu.Lock() // want `who waits here for the lock, which is held until somebody calls the Unlock that is returned, cannot leave when ctx is over`
	return t.mu.Unlock, nil
}

// Right: without a context nobody is promised anything.
func (t *turns) hold() func() {
	t.mu.Lock()
	return t.mu.Unlock
}

// A short tick, and no look.
func (b *brief) reached(ctx context.Context, n int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range tick.C { // want `range over tick.C of 20ms does not end when ctx does`
		if b.n >= n {
			break
		}
	}
	return nil
}

func (b *brief) reachedOr(ctx context.Context, n int) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		if b.n >= n {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Right: each of the channels is sent on and closed where it is held.
func fanOut(ctx context.Context, n int, work func(ctx context.Context, out chan<- int)) int {
	outs := make([]chan int, 0, n)
	for range n {
		outs = append(outs, make(chan int, 1))
	}
	go func() {
		for i := range outs {
			work(ctx, outs[i])
			close(outs[i])
		}
	}()
	sum := 0
	for _, out := range outs {
		for v := range out {
			sum += v
		}
	}
	return sum
}
