// Package pops waits at lists and streams with a client that looks at no context.
package pops

import (
	"context"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type inbox struct {
	rdb, heeds *redis.Client
	given      *redis.Client
	patience   time.Duration
}

func newInbox(given *redis.Client, patience time.Duration) *inbox {
	return &inbox{
		rdb:      redis.NewClient(&redis.Options{Addr: "h:6379"}),
		heeds:    redis.NewClient(&redis.Options{Addr: "h:6379", ContextTimeoutEnabled: true}),
		given:    given,
		patience: patience,
	}
}

func (in *inbox) next(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), in.patience)
	defer cancel()
	in.rdb.BLPop(ctx, 0, "k").Result() // want `redis.BLPop waits with a limit of 0, which is none, on a client without ContextTimeoutEnabled, which looks at no context, though ctx is at hand; give it a limit of some seconds`
}

func (in *inbox) work(ctx context.Context) error {
	for ctx.Err() == nil {
		if _, err := in.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Streams: []string{"s", ">"}}).Result(); err != nil { // want `redis.XReadGroup waits with a limit of 0`
			return err
		}
	}
	return nil
}

func (in *inbox) right(ctx context.Context) {
	in.rdb.BLPop(ctx, in.patience, "k")
	in.rdb.BLPop(ctx, time.Second, "k")
	in.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Streams: []string{"s", ">"}, Block: time.Second})
	in.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Streams: []string{"s", ">"}, Block: -1})
	in.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Streams: []string{"s", "0"}}) // what is pending already
	in.rdb.Get(ctx, "k")
}

// Its deadline is heard.
func (in *inbox) heard(ctx context.Context) { in.heeds.BLPop(ctx, 0, "k") }

// Somebody else made it.
func (in *inbox) unknown(ctx context.Context) { in.given.BLPop(ctx, 0, "k") }

// A client of its own.
func serve(ctx context.Context) {
	rdb := redis.NewClient(&redis.Options{Addr: "h:6379"})
	rdb.BLPop(ctx, 0, "k") // want `redis.BLPop waits with a limit of 0`
}

// Its limit is switched off.
type store struct{ off, on, heeds *redis.Client }

func newStore() *store {
	return &store{
		off:   redis.NewClient(&redis.Options{Addr: "h:6379", ReadTimeout: -1}),
		on:    redis.NewClient(&redis.Options{Addr: "h:6379", ReadTimeout: time.Second}),
		heeds: redis.NewClient(&redis.Options{Addr: "h:6379", ReadTimeout: -1, ContextTimeoutEnabled: true}),
	}
}

func (s *store) get(w http.ResponseWriter, r *http.Request) {
	s.off.Get(r.Context(), "k") // want `redis.Get waits without a limit, which ReadTimeout switches off, on a client without ContextTimeoutEnabled, which looks at no context, though r.Context\(\) is at hand; leave ReadTimeout at its default`
	s.on.Get(r.Context(), "k")
	s.heeds.Get(r.Context(), "k")
}

// Made by a helper that tells the options.
type queue struct{ deaf, heeds, given *redis.Client }

func newQueue(opts *redis.Options) (*queue, error) {
	deaf, err := dial("h:6379")
	if err != nil {
		return nil, err
	}
	return &queue{deaf: deaf, heeds: dialHeeding("h:6379"), given: dialWith(opts)}, nil
}

func dial(addr string) (*redis.Client, error) {
	if addr == "" {
		return nil, context.Canceled
	}
	return redis.NewClient(&redis.Options{Addr: addr}), nil
}

func dialHeeding(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true})
}

func dialWith(opts *redis.Options) *redis.Client { return redis.NewClient(opts) }

func (q *queue) next(ctx context.Context) {
	q.deaf.BLPop(ctx, 0, "k") // want `redis.BLPop waits with a limit of 0`
	q.heeds.BLPop(ctx, 0, "k")
	q.given.BLPop(ctx, 0, "k")
}
