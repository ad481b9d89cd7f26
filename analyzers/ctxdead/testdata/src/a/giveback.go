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
	if err := b.send(ctx, b.pending); err != nil { // want `b.send does nothing when \(\*batcher\).loop calls \(\*batcher\).flush at giveback.go:\d+: there b.ctx, under which it works, is over`
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
