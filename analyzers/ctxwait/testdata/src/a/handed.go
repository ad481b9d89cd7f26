package a

import (
	"context"
	"net/http"
)

// A channel with one thing in it, which all give back at once.
type index struct {
	users chan map[string]bool
}

func newIndex() *index {
	x := &index{users: make(chan map[string]bool, 1)}
	x.users <- nil
	return x
}

func (x *index) has(ctx context.Context, c *http.Client, req *http.Request) (bool, error) {
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	m := <-x.users
	if m == nil {
		x.users <- m
		return false, nil
	}
	ok := m[resp.Status]
	x.users <- m
	return ok, nil
}

// The same, held across an exchange.
type directory struct {
	users chan map[string]bool
}

func newDirectory() *directory {
	x := &directory{users: make(chan map[string]bool, 1)}
	x.users <- nil
	return x
}

func (x *directory) load(ctx context.Context, c *http.Client, req *http.Request) error {
	m := <-x.users // want `receive from x\.users does not end when ctx does`
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		x.users <- m
		return err
	}
	resp.Body.Close()
	x.users <- m
	return nil
}

// A state that is given back before the work begins.
type manager struct {
	status chan int
	start  func(context.Context) error
}

func newManager(start func(context.Context) error) *manager {
	m := &manager{status: make(chan int, 1), start: start}
	m.status <- 0
	return m
}

func (m *manager) run(ctx context.Context) error {
	s := <-m.status
	if s != 0 {
		m.status <- s
		return nil
	}
	start := m.start
	m.status <- 1
	err := start(ctx)
	<-m.status
	m.status <- 2
	return err
}

// The same, and kept during the work.
type starter struct {
	status chan int
	start  func(context.Context) error
}

func newStarter(start func(context.Context) error) *starter {
	m := &starter{status: make(chan int, 1), start: start}
	m.status <- 0
	return m
}

func (m *starter) run(ctx context.Context) error {
	s := <-m.status // want `receive from m\.status does not end when ctx does`
	if s != 0 {
		m.status <- s
		return nil
	}
	err := m.start(ctx)
	m.status <- 1
	return err
}
