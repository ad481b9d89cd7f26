package a

import (
	"context"
	"net/http"
	"time"
)

type block struct{ height int }

// A miner hands what it finds to whoever listens; it has not made the channels.
type miner struct {
	find   func(context.Context) (block, error)
	gossip chan<- block
	prover chan<- block
	seen   chan<- block
	done   chan block
}

func NewMiner(gossip, prover, seen chan<- block) *miner {
	return &miner{gossip: gossip, prover: prover, seen: seen, done: make(chan block, 1)}
}

func (m *miner) Run(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		b, err := m.find(ctx)
		if err != nil {
			continue
		}
		m.announce(b)
		m.record(b)
		m.offer(b)
	}
}

func (m *miner) announce(b block) {
	for _, out := range []chan<- block{m.gossip, m.prover} {
		out <- b // want `send on out does not end when ctx of its caller \(\*miner\).Run does: the loop looks at the context at besides.go:\d+, the send that follows does not; give \(\*miner\).announce that context`
	}
}

func (m *miner) record(b block) {
	m.seen <- b // want `send on m.seen does not end when ctx of its caller \(\*miner\).Run does`
}

// There is room, or it is let go.
func (m *miner) offer(b block) {
	select {
	case m.seen <- b:
	default:
	}
	m.done <- b
	<-m.done
}

func copyAll(ctx context.Context, from func(context.Context) block, to chan<- block) {
	for {
		if ctx.Err() != nil {
			return
		}
		to <- from(ctx) // want `send on to does not end when ctx does: the loop looks at the context`
	}
}

// Who reads learns of the end by the close.
func copyClosed(ctx context.Context, from func(context.Context) block, to chan<- block) {
	defer close(to)
	for {
		if ctx.Err() != nil {
			return
		}
		to <- from(ctx)
	}
}

// What comes is in the hands of the one who asks.
type question struct{ answer chan block }

func serveQuestions(ctx context.Context, in <-chan question) {
	for {
		select {
		case <-ctx.Done():
			return
		case q := <-in:
			q.answer <- block{}
		}
	}
}

// doorway lets so many requests through at a time.
type doorway struct{ slots chan struct{} }

func newDoorway(n int) *doorway { return &doorway{slots: make(chan struct{}, n)} }

func (g *doorway) queue(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.slots <- struct{}{} // want `send on g.slots does not end when r.Context\(\) does: when all slots are taken it waits for one to be given back`
		defer func() { <-g.slots }()
		next.ServeHTTP(w, r)
	})
}

func (g *doorway) right(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case g.slots <- struct{}{}:
		case <-r.Context().Done():
			return
		}
		defer func() { <-g.slots }()
		next.ServeHTTP(w, r)
	})
}

// counted does nothing long while it has a place.
type counted struct {
	slots chan struct{}
	n     int
}

func newCounted() *counted { return &counted{slots: make(chan struct{}, 1)} }

func (c *counted) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.add()
		next.ServeHTTP(w, r)
	})
}

func (c *counted) add() {
	c.slots <- struct{}{}
	c.n++
	<-c.slots
}

// The last word, for which there is room.
func lastWord(ctx context.Context, find func(context.Context) (block, error), last chan<- block, errs chan<- error) {
	for {
		if ctx.Err() != nil {
			return
		}
		b, err := find(ctx)
		if err != nil {
			errs <- err
			continue
		}
		if b.height > 7 {
			last <- b
			return
		}
	}
}
