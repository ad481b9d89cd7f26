package more

import (
	"context"
	"errors"
	"sync"
)

type heard struct {
	id   string
	body []byte
}

type asker struct {
	closed chan struct{}
	mu     sync.Mutex
	places map[string]chan []byte
}

// The sender's own stop is no reason for the asker to stay: its context may end before.
func (a *asker) ask(ctx context.Context, id string) ([]byte, error) {
	got := make(chan []byte)
	a.mu.Lock()
	a.places[id] = got
	a.mu.Unlock()
	select {
	case body := <-got:
		return body, nil
	case <-a.closed:
		return nil, errors.New("closed")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (a *asker) take(id string) (chan<- []byte, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	got, ok := a.places[id]
	delete(a.places, id)
	return got, ok
}

func (a *asker) handOut(in <-chan heard) {
	defer close(a.closed)
	for d := range in {
		if got, ok := a.take(d.id); ok {
			got <- d.body // want `the goroutine of \(\*asker\).handOut stays at the send on got for ever: its only receiver, in \(\*asker\).ask, leaves at answers.go:\d+, when the context ends`
		}
	}
}

func startAsker(in <-chan heard) *asker {
	a := &asker{closed: make(chan struct{}), places: make(map[string]chan []byte)}
	go a.handOut(in)
	return a
}

type roomy struct {
	closed chan struct{}
	mu     sync.Mutex
	places map[string]chan []byte
}

// There is room for the one answer.
func (a *roomy) ask(ctx context.Context, id string) ([]byte, error) {
	got := make(chan []byte, 1)
	a.mu.Lock()
	a.places[id] = got
	a.mu.Unlock()
	select {
	case body := <-got:
		return body, nil
	case <-a.closed:
		return nil, errors.New("closed")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (a *roomy) handOut(in <-chan heard) {
	defer close(a.closed)
	for d := range in {
		a.mu.Lock()
		got, ok := a.places[d.id]
		delete(a.places, d.id)
		a.mu.Unlock()
		if ok {
			got <- d.body
		}
	}
}

type stopped struct {
	closed chan struct{}
	mu     sync.Mutex
	places map[string]chan []byte
}

// Who asks leaves only after the sender has.
func (a *stopped) ask(id string) ([]byte, error) {
	got := make(chan []byte)
	a.mu.Lock()
	a.places[id] = got
	a.mu.Unlock()
	select {
	case body := <-got:
		return body, nil
	case <-a.closed:
		return nil, errors.New("closed")
	}
}

func (a *stopped) handOut(in <-chan heard) {
	defer close(a.closed)
	for d := range in {
		a.mu.Lock()
		got, ok := a.places[d.id]
		delete(a.places, d.id)
		a.mu.Unlock()
		if ok {
			got <- d.body
		}
	}
}

func startBoth(in <-chan heard) (*roomy, *stopped) {
	a, b := &roomy{closed: make(chan struct{}), places: make(map[string]chan []byte)}, &stopped{closed: make(chan struct{}), places: make(map[string]chan []byte)}
	go a.handOut(in)
	go b.handOut(in)
	return a, b
}
