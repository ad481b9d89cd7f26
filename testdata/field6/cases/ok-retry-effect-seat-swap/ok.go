// Package ok hands out the seats of a game server, counted in etcd.
package ok

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// ErrFull means that every seat is taken.
var ErrFull = errors.New("server is full")

var errBusy = errors.New("seats change too fast")

// Seats counts the players on one server.
type Seats struct {
	kv  clientv3.KV
	key string
	max int
}

// NewSeats counts under key.
func NewSeats(kv clientv3.KV, server string, max int) *Seats {
	return &Seats{kv: kv, key: "seats/" + server, max: max}
}

// Take occupies a seat and returns how many are taken now.
func (s *Seats) Take(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for range 10 {
		taken, rev, err := s.current(ctx)
		if err != nil {
			return 0, fmt.Errorf("read %s: %w", s.key, err)
		}
		if taken >= s.max {
			return 0, ErrFull
		}
		taken++
		res, err := s.kv.Txn(ctx).
			If(clientv3.Compare(clientv3.ModRevision(s.key), "=", rev)).
			Then(clientv3.OpPut(s.key, strconv.Itoa(taken))).
			Commit()
		if err != nil {
			return 0, fmt.Errorf("take seat on %s: %w", s.key, err)
		}
		if res.Succeeded {
			return taken, nil
		}
	}
	return 0, fmt.Errorf("%s: %w", s.key, errBusy)
}

func (s *Seats) current(ctx context.Context) (taken int, rev int64, err error) {
	res, err := s.kv.Get(ctx, s.key)
	if err != nil {
		return 0, 0, err
	}
	if len(res.Kvs) == 0 {
		return 0, 0, nil
	}
	taken, err = strconv.Atoi(string(res.Kvs[0].Value))
	return taken, res.Kvs[0].ModRevision, err
}
