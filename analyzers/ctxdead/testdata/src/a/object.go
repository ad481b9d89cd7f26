package a

import (
	"context"
	"sync"
	"time"
)

// A session works under a context that it keeps.
type session struct {
	ctx    context.Context
	cancel context.CancelFunc
	store  Store
	wg     sync.WaitGroup
}

func newSession(s Store) *session {
	x := &session{store: s}
	x.ctx, x.cancel = context.WithCancel(context.Background())
	return x
}

func (x *session) flush() error { return x.store.Save(x.ctx, nil) }

func (x *session) closeAll() error {
	x.cancel()
	x.wg.Wait()
	return x.flush() // want `Store.Save fails at once when \(\*session\).closeAll calls \(\*session\).flush at object.go:\d+, since its context x.ctx is over by then`
}

func (x *session) closeOne() error {
	x.cancel()
	return x.store.Save(x.ctx, nil) // want `Store.Save fails at once here: its context x.ctx was cancelled at object.go:\d+`
}

// In time.
func (x *session) closeInOrder() error {
	defer x.cancel()
	return x.flush()
}

func (x *session) closeBefore() error {
	err := x.flush()
	x.cancel()
	return err
}

func (x *session) closeFresh() error {
	x.cancel()
	ctx, stop := context.WithTimeout(context.WithoutCancel(x.ctx), time.Second)
	defer stop()
	return x.store.Save(ctx, nil)
}

func (x *session) closeIf(failed bool) error {
	if failed {
		x.cancel()
		return nil
	}
	return x.flush()
}

// Another one's.
func (x *session) closeOther(y *session) error {
	y.cancel()
	return x.flush()
}

// A renewed has its context made anew.
type renewed struct {
	ctx    context.Context
	cancel context.CancelFunc
	store  Store
}

func (x *renewed) start() { x.ctx, x.cancel = context.WithCancel(context.Background()) }

func (x *renewed) flush() error { return x.store.Save(x.ctx, nil) }

func (x *renewed) restart() error {
	x.cancel()
	x.start()
	return x.flush()
}

// A loose one's cancel function may be another context's.
type loose struct {
	ctx    context.Context
	cancel context.CancelFunc
	store  Store
}

func newLoose(ctx context.Context, s Store) *loose {
	_, cancel := context.WithCancel(ctx)
	return &loose{ctx: ctx, cancel: cancel, store: s}
}

func (x *loose) stop() error {
	x.cancel()
	return x.store.Save(x.ctx, nil)
}

// A client is made under a context.
type client struct {
	ctx   context.Context
	store Store
}

func newClient(ctx context.Context, s Store) *client { return &client{ctx: ctx, store: s} }

func (c *client) save() error { return c.store.Save(c.ctx, nil) }

func (c *client) count() int { return 0 }

func made(ctx context.Context, s Store) error {
	ctx, cancel := context.WithCancel(ctx)
	c := newClient(ctx, s)
	cancel()
	return c.save() // want `Store.Save fails at once when made calls \(\*client\).save`
}

func madeHere(ctx context.Context, s Store) error {
	c := &client{ctx: ctx, store: s}
	<-ctx.Done()
	_ = c.count()
	return c.save() // want `Store.Save fails at once when madeHere calls \(\*client\).save`
}

func madeInTime(ctx context.Context, s Store) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return newClient(ctx, s).save()
}

func madeAfresh(ctx context.Context, s Store) error {
	<-ctx.Done()
	c := newClient(context.WithoutCancel(ctx), s)
	return c.save()
}

func handedOutDead(ctx context.Context, s Store) (*client, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	c := newClient(ctx, s)
	if err := c.save(); err != nil {
		return nil, err
	}
	return c, nil // want `what newClient makes keeps ctx, which the deferred call of cancel cancels when handedOutDead returns`
}

func handedOutAlive(ctx context.Context, s Store) *client {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = s.Save(short, nil)
	return newClient(ctx, s)
}

// A switched one is given the context of each call.
type switched struct {
	ctx   context.Context
	store Store
}

func newSwitched(ctx context.Context, s Store) *switched { return &switched{ctx: ctx, store: s} }

func (c *switched) save(ctx context.Context) error {
	c.ctx = ctx
	return c.store.Save(c.ctx, nil)
}

func handedOutSwitched(ctx context.Context, s Store) *switched {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return newSwitched(ctx, s)
}

// A keys has locks that are keys.
type keys interface {
	SetNX(ctx context.Context, key string, value any) error
	Del(ctx context.Context, keys ...string) error
}

func lockedByKey(ctx context.Context, k keys, s Store, key string) error {
	if err := k.SetNX(ctx, key, 1); err != nil {
		return err
	}
	defer k.Del(ctx, key) // want `gives back what keys.SetNX took, but under ctx`
	return s.Save(ctx, nil)
}

func lockedByAnother(ctx context.Context, k keys, s Store, key, other string) error {
	if err := k.SetNX(ctx, key, 1); err != nil {
		return err
	}
	defer k.Del(ctx, other)
	return s.Save(ctx, nil)
}
