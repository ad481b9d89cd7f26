// Package leases has locks that lapse by themselves.
package leases

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

const (
	short = 10 * time.Second
	long  = time.Minute
	tries = 4
	limit = 8 * time.Second
)

var errBusy = errors.New("busy")

type api interface {
	Put(ctx context.Context, name string) error
}

type store struct {
	rdb   *redis.Client
	locks *redislock.Client
	api   api
}

func (s *store) once(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return s.api.Put(ctx, name)
}

func (s *store) put(ctx context.Context, name string) (err error) {
	for try := 1; try <= tries; try++ {
		if err = s.once(ctx, name); err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

func (s *store) unlock(key string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = s.rdb.Del(ctx, key).Err()
}

func (s *store) inLoop(ctx context.Context, name string) error {
	got, err := s.rdb.SetNX(ctx, name, "1", short).Result() // want `the lock lapses 10s after it is taken, but what is done under it, at leases.go:\d+, may take 36s \(4 attempts of up to 8s\)`
	if err != nil || !got {
		return errBusy
	}
	defer s.unlock(name)
	for try := 1; try <= tries; try++ {
		if err = s.once(ctx, name); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) inCall(ctx context.Context, name string) error {
	lock, err := s.locks.Obtain(ctx, name, short, nil) // want `the lock lapses 10s after it is taken, .* may take 36s`
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return s.put(ctx, name)
}

func (s *store) notDeferred(ctx context.Context, name string) error {
	lock, err := s.locks.Obtain(ctx, name, short, nil) // want `the lock lapses`
	if err != nil {
		return err
	}
	err = s.put(ctx, name)
	return errors.Join(err, lock.Release(ctx))
}

func (s *store) oneCall(ctx context.Context, name string) error {
	got, err := s.rdb.SetNX(ctx, name, "1", short).Result() // want `may take 30s \(the limit that it sets itself\)`
	if err != nil || !got {
		return errBusy
	}
	defer func() { s.rdb.Del(context.WithoutCancel(ctx), name) }()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return s.api.Put(ctx, name)
}

// lock hands back what gives the lock back.
func (s *store) lock(ctx context.Context, name string) (func(), error) {
	got, err := s.rdb.SetNX(ctx, name, "1", short).Result() // want `the lock lapses`
	if err != nil || !got {
		return nil, errBusy
	}
	return func() { s.unlock(name) }, nil
}

func (s *store) byHelper(ctx context.Context, name string) error {
	unlock, err := s.lock(ctx, name)
	if err != nil {
		return err
	}
	defer unlock()
	return s.put(ctx, name)
}

// locked runs work under a lock.
func (s *store) locked(ctx context.Context, name string, work func(ctx context.Context) error) error {
	lock, err := s.locks.Obtain(ctx, name, short, nil) // want `the lock lapses`
	if err != nil {
		return err
	}
	defer lock.Release(ctx)
	return work(ctx)
}

func (s *store) byClosure(ctx context.Context, name string) error {
	return s.locked(ctx, name, func(ctx context.Context) error { return s.put(ctx, name) })
}

// lockedShort limits what it runs.
func (s *store) lockedShort(ctx context.Context, name string, work func(ctx context.Context) error) error {
	lock, err := s.locks.Obtain(ctx, name, short, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	ctx, cancel := context.WithTimeout(ctx, short-time.Second)
	defer cancel()
	return work(ctx)
}

func (s *store) byShort(ctx context.Context, name string) error {
	return s.lockedShort(ctx, name, func(ctx context.Context) error { return s.put(ctx, name) })
}

// Long enough.
func (s *store) outlasts(ctx context.Context, name string) error {
	got, err := s.rdb.SetNX(ctx, name, "1", long).Result()
	if err != nil || !got {
		return errBusy
	}
	defer s.unlock(name)
	return s.put(ctx, name)
}

// The work has a limit of its own that the lock outlasts.
func (s *store) cut(ctx context.Context, name string) error {
	got, err := s.rdb.SetNX(ctx, name, "1", short).Result()
	if err != nil || !got {
		return errBusy
	}
	defer s.unlock(name)
	ctx, cancel := context.WithTimeout(ctx, short-time.Second)
	defer cancel()
	return s.put(ctx, name)
}

// A note of what was seen, never given back: no lock.
func (s *store) seen(ctx context.Context, name string) error {
	first, err := s.rdb.SetNX(ctx, name, "1", short).Result()
	if err != nil || !first {
		return err
	}
	return s.put(ctx, name)
}

// What takes long comes after the lock is given back, or before it is taken.
func (s *store) outside(ctx context.Context, name string) error {
	if err := s.put(ctx, name); err != nil {
		return err
	}
	lock, err := s.locks.Obtain(ctx, name, short, nil)
	if err != nil {
		return err
	}
	if err := lock.Release(ctx); err != nil {
		return err
	}
	return s.put(ctx, name)
}

// Something beside the work may see to the lock.
func (s *store) beside(ctx context.Context, name string, renew func(*redislock.Lock)) error {
	lock, err := s.locks.Obtain(ctx, name, short, nil)
	if err != nil {
		return err
	}
	defer lock.Release(ctx)
	go renew(lock)
	return s.put(ctx, name)
}
