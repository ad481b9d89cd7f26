package a

import (
	"context"
	"sync"
	"time"
)

// The parcels that others bring.
type parcel struct {
	order string
	goods []byte
}

// A counter hands what comes in to whoever asked for it.
type counter struct {
	mu     sync.Mutex
	asked  map[string]chan parcel
	events chan string
}

func newCounter() *counter { return &counter{asked: make(map[string]chan parcel)} }

func (c *counter) Unload(van <-chan parcel) {
	for p := range van {
		if ch, ok := c.takeAsked(p.order); ok {
			ch <- p
		}
	}
}

func (c *counter) takeAsked(order string) (chan parcel, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ch, ok := c.asked[order]
	delete(c.asked, order)
	return ch, ok
}

func (c *counter) ask(order string) <-chan parcel {
	ch := make(chan parcel, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked[order] = ch
	return ch
}

func (c *counter) Fetch(ctx context.Context, order string) ([]byte, error) {
	ch := c.ask(order)
	defer c.takeAsked(order)
	p := <-ch // want `receive from ch does not end when ctx does: the answer is sent at replies.go:\d+ if one comes; receive in a select`
	return p.goods, nil
}

func (c *counter) FetchRight(ctx context.Context, order string) ([]byte, error) {
	ch := c.ask(order)
	defer c.takeAsked(order)
	select {
	case p := <-ch:
		return p.goods, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A desk is told by whoever calls Answer.
type front2 struct {
	mu   sync.Mutex
	open map[int]chan string
}

func newFront2() *front2 { return &front2{open: make(map[int]chan string)} }

func (d *front2) Answer(id int, text string) {
	d.mu.Lock()
	ch := d.open[id]
	delete(d.open, id)
	d.mu.Unlock()
	if ch != nil {
		ch <- text
	}
}

func (d *front2) Ask(ctx context.Context, id int) string {
	ch := make(chan string, 1)
	d.mu.Lock()
	d.open[id] = ch
	d.mu.Unlock()
	return <-ch // want `the answer is sent at replies.go:\d+ if one comes`
}

// One that is answered in any case, by a timer, ends by itself.
type limited struct {
	mu   sync.Mutex
	open map[int]chan string
}

func newLimited() *limited { return &limited{open: make(map[int]chan string)} }

func (d *limited) Answer(id int, text string) {
	d.mu.Lock()
	ch := d.open[id]
	delete(d.open, id)
	d.mu.Unlock()
	if ch != nil {
		ch <- text
	}
}

func (d *limited) Ask(ctx context.Context, id int) string {
	ch := make(chan string, 1)
	d.mu.Lock()
	d.open[id] = ch
	d.mu.Unlock()
	time.AfterFunc(time.Second, func() { d.Answer(id, "too late") })
	return <-ch
}

// A registry's own loop answers at once what it has taken.
type enrol struct {
	name string
	ok   chan bool
}

type registry struct {
	in    chan *enrol
	mail  <-chan string
	names map[string]bool
}

func newRegistry(mail <-chan string) *registry {
	return &registry{in: make(chan *enrol), mail: mail, names: make(map[string]bool)}
}

func (r *registry) Serve(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case m := <-r.mail:
			delete(r.names, m)
		case e := <-r.in:
			r.enrol(e)
		}
	}
}

func (r *registry) enrol(e *enrol) {
	r.names[e.name] = true
	e.ok <- true
}

func (r *registry) Enrol(ctx context.Context, name string) bool {
	e := &enrol{name: name, ok: make(chan bool, 1)}
	select {
	case r.in <- e:
		return <-e.ok
	case <-ctx.Done():
		return false
	}
}

// A send that is not like the others on the same channel.
type sight struct {
	name string
	err  error
}

type watcher interface {
	Page(ctx context.Context, after string) (names []string, next string, err error)
}

func tellSight(ctx context.Context, out chan<- sight, s sight) bool {
	select {
	case out <- s:
		return true
	case <-ctx.Done():
		return false
	}
}

// Sights is read by others.
func Sights(ctx context.Context, w watcher, room int) <-chan sight {
	out := make(chan sight, room)
	go func() {
		defer close(out)
		for after := ""; ; {
			names, next, err := w.Page(ctx, after)
			if err != nil {
				out <- sight{err: err} // want `send on out does not end when ctx does: the reader may be gone when the context ends, as the send at replies.go:\d+ knows`
				return
			}
			for _, n := range names {
				if !tellSight(ctx, out, sight{name: n}) {
					return
				}
			}
			if after = next; next == "" {
				return
			}
		}
	}()
	return out
}

// SightsRight tells the error in the same way as the rest.
func SightsRight(ctx context.Context, w watcher, room int) <-chan sight {
	out := make(chan sight, room)
	go func() {
		defer close(out)
		names, _, err := w.Page(ctx, "")
		if err != nil {
			tellSight(ctx, out, sight{err: err})
			return
		}
		for _, n := range names {
			if !tellSight(ctx, out, sight{name: n}) {
				return
			}
		}
	}()
	return out
}

// SightsAll sends all in one way, to whoever reads to the end.
func SightsAll(ctx context.Context, w watcher) <-chan sight {
	out := make(chan sight)
	go func() {
		defer close(out)
		names, _, err := w.Page(ctx, "")
		if err != nil {
			out <- sight{err: err}
			return
		}
		for _, n := range names {
			out <- sight{name: n}
		}
	}()
	return out
}

// Who comes first asks for all.
type errand2 struct {
	done chan struct{}
	text string
	err  error
}

type library struct {
	mu   sync.Mutex
	open map[string]*errand2
	w    watcher
}

func (l *library) Look(ctx context.Context, name string) (string, error) {
	l.mu.Lock()
	if e, ok := l.open[name]; ok {
		l.mu.Unlock()
		<-e.done // want `receive from e.done does not end when ctx does: who came first is at work \(l.w.Page at replies.go:\d+\), under a context of its own`
		return e.text, e.err
	}
	e := &errand2{done: make(chan struct{})}
	l.open[name] = e
	l.mu.Unlock()
	_, e.text, e.err = l.w.Page(ctx, name)
	l.mu.Lock()
	delete(l.open, name)
	l.mu.Unlock()
	close(e.done)
	return e.text, e.err
}

func (l *library) LookRight(ctx context.Context, name string) (string, error) {
	l.mu.Lock()
	if e, ok := l.open[name]; ok {
		l.mu.Unlock()
		select {
		case <-e.done:
			return e.text, e.err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	e := &errand2{done: make(chan struct{})}
	l.open[name] = e
	l.mu.Unlock()
	_, e.text, e.err = l.w.Page(ctx, name)
	close(e.done)
	return e.text, e.err
}

// Nothing that waits is done before the others are told.
type once2 struct {
	mu   sync.Mutex
	open map[string]*errand2
}

func (l *once2) Look(ctx context.Context, name string) string {
	l.mu.Lock()
	if e, ok := l.open[name]; ok {
		l.mu.Unlock()
		<-e.done
		return e.text
	}
	e := &errand2{done: make(chan struct{})}
	l.open[name] = e
	l.mu.Unlock()
	e.text = name + "!"
	close(e.done)
	return e.text
}
