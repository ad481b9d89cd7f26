package a

import (
	"context"
	"errors"
	"time"
)

func rehearse(ctx context.Context, s Store) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	token, err := s.Claim(ctx, "stage")
	if err != nil {
		return err
	}
	defer func() {
		if back := s.Release(ctx, token); back != nil { // want `Store.Release gives back what Store.Claim took, but under ctx, whose limit \(made at giveback.go:\d+\) the work in between may have used up`
			err = errors.Join(err, back)
		}
	}()
	return s.Save(ctx, nil)
}

func rehearsePlain(ctx context.Context, s Store) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	token, err := s.Claim(ctx, "stage")
	if err != nil {
		return err
	}
	defer s.Release(ctx, token) // want `Store.Release gives back what Store.Claim took`
	return s.Save(ctx, nil)
}

func rehearseRight(ctx context.Context, s Store) (err error) {
	work, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	token, err := s.Claim(work, "stage")
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err = errors.Join(err, s.Release(ctx, token))
	}()
	return s.Save(work, nil)
}

// What is handed over was not taken from there.
func follows(ctx context.Context, s, log Store) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	token, err := s.Claim(ctx, "stage")
	if err != nil {
		return err
	}
	defer log.Release(ctx, token)
	return s.Save(ctx, nil)
}

type sender func(ctx context.Context, rows []string) error

type batcher struct {
	ctx     context.Context
	cancel  context.CancelFunc
	wake    chan struct{}
	send    sender
	pending []string
}

func newBatcher(parent context.Context, send func(context.Context, []string) error) *batcher {
	ctx, cancel := context.WithCancel(parent)
	b := &batcher{ctx: ctx, cancel: cancel, send: send, wake: make(chan struct{}, 1)}
	go b.loop()
	return b
}

func (b *batcher) loop() {
	for {
		select {
		case <-b.wake:
			b.flush()
		case <-b.ctx.Done():
			b.flush()
			b.flushFresh()
			return
		}
	}
}

func (b *batcher) flush() {
	ctx, cancel := context.WithTimeout(b.ctx, time.Second)
	defer cancel()
	if err := b.send(ctx, b.pending); err != nil { // want `b.send fails at once when \(\*batcher\).loop calls \(\*batcher\).flush at giveback.go:\d+, since its context b.ctx is over by then`
		println(err.Error())
	}
}

func (b *batcher) flushFresh() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(b.ctx), time.Second)
	defer cancel()
	if err := b.send(ctx, b.pending); err != nil {
		println(err.Error())
	}
}

type Pods interface {
	Create(ctx context.Context, name string) (*Pod, error)
	Delete(ctx context.Context, name string) error
	Wait(ctx context.Context, name string) error
}

type Pod struct{ Name string }

type cluster struct {
	pods Pods
	s    Store
}

func (c *cluster) Pods(ns string) Pods { return c.pods }

func (c *cluster) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	pod, err := c.pods.Create(ctx, "probe")
	if err != nil {
		return err
	}
	defer c.remove(ctx, pod.Name) // want `\(\*cluster\).remove gives back what Pods.Create took, but under ctx, whose limit`
	return c.pods.Wait(ctx, pod.Name)
}

func (c *cluster) remove(ctx context.Context, name string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = c.pods.Delete(ctx, name)
}

func (c *cluster) probeUnlimited(ctx context.Context) error {
	pods := c.Pods("ns")
	pod, err := pods.Create(ctx, "probe")
	if err != nil {
		return err
	}
	defer func() {
		_ = c.Pods("ns").Delete(ctx, pod.Name) // want `Pods.Delete gives back what Pods.Create took, but under ctx, whose end may be what ends the work in between`
	}()
	return pods.Wait(ctx, pod.Name)
}

func (c *cluster) probeRight(ctx context.Context) error {
	pod, err := c.pods.Create(ctx, "probe")
	if err != nil {
		return err
	}
	defer c.remove(context.WithoutCancel(ctx), pod.Name)
	return c.pods.Wait(ctx, pod.Name)
}

type locker interface {
	Lock(ctx context.Context) error
	Unlock(ctx context.Context) error
	Close(ctx context.Context) error
}

func locked(ctx context.Context, l locker, s Store) error {
	if err := l.Lock(ctx); err != nil {
		return err
	}
	defer l.Unlock(ctx) // want `locker.Unlock gives back what locker.Lock took, but under ctx`
	return s.Save(ctx, nil)
}

// Nothing in between waits.
func lockedShort(ctx context.Context, l locker, n *int) error {
	if err := l.Lock(ctx); err != nil {
		return err
	}
	defer l.Unlock(ctx)
	*n++
	return nil
}

// What Close would do the other side does by itself.
func closes(ctx context.Context, l locker, s Store) error {
	if err := l.Lock(ctx); err != nil {
		return err
	}
	defer l.Close(ctx)
	return s.Save(ctx, nil)
}

// Nobody ends it.
func lockedAlways(l locker, s Store) error {
	ctx := context.Background()
	if err := l.Lock(ctx); err != nil {
		return err
	}
	defer l.Unlock(ctx)
	return s.Save(ctx, nil)
}

// A plain deletion at the end: it was not made here.
func tidy(ctx context.Context, c *cluster, name string) error {
	defer c.pods.Delete(ctx, name)
	return c.s.Save(ctx, nil)
}

type lease interface {
	Release(ctx context.Context) error
}

type leases interface {
	Obtain(ctx context.Context, key string) (lease, error)
}

func leased(ctx context.Context, all leases, s Store) error {
	l, err := all.Obtain(ctx, "k")
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `lease.Release gives back what leases.Obtain took`
	return s.Save(ctx, nil)
}

func leasedFails(ctx context.Context, all leases, s Store) error {
	l, err := all.Obtain(ctx, "k")
	if err != nil {
		return err
	}
	if err := s.Save(ctx, nil); err != nil {
		_ = l.Release(ctx) // want `lease.Release takes back what leases.Obtain made when Store.Save fails`
		return err
	}
	return nil
}

func leasedRight(ctx context.Context, all leases, s Store) error {
	l, err := all.Obtain(ctx, "k")
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return s.Save(ctx, nil)
}

// Whose lease it is is the caller's business.
func leasedBefore(ctx context.Context, l lease, s Store) error {
	defer l.Release(ctx)
	return s.Save(ctx, nil)
}

type exporter interface {
	Shutdown(ctx context.Context) error
}

func exports(ctx context.Context, e exporter) error {
	defer func() { _ = e.Shutdown(ctx) }() // want `exporter.Shutdown fails at once here: its context ctx is over, as seen at giveback.go:\d+`
	<-ctx.Done()
	return nil
}

func exportsRight(ctx context.Context, e exporter) error {
	defer func() { _ = e.Shutdown(context.WithoutCancel(ctx)) }()
	<-ctx.Done()
	return nil
}

// It may also be done before.
func exportsOnce(ctx context.Context, e exporter, s Store) error {
	defer func() { _ = e.Shutdown(ctx) }()
	return s.Save(ctx, nil)
}

type shelf interface {
	Load(ctx context.Context, key string) (string, error)
	Delete(ctx context.Context, key string) error
}

type holder struct{ context.Context }

func (h holder) Shelf() shelf { return nil }

// A part of what carries the context was not made here.
func forgets(ctx holder, key string) error {
	sh := ctx.Shelf()
	if _, err := sh.Load(ctx, key); err != nil {
		_ = sh.Delete(ctx, key)
		return err
	}
	return nil
}
