// Package ok hands out port numbers of a host, kept in etcd.
// It is right although the loop writes each time it goes round: a write is carried out only if nobody has
// changed the key since it was read, and only a lost comparison leads to another round.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// ErrFull means that a host has no port left.
var ErrFull = errors.New("no free port")

// Ports hands out ports between First and Last.
type Ports struct {
	etcd        *clientv3.Client
	first, last int
}

// New returns Ports.
func New(etcd *clientv3.Client, first, last int) *Ports {
	return &Ports{etcd: etcd, first: first, last: last}
}

// Take reserves a port of a host.
func (p *Ports) Take(ctx context.Context, host string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for round := 1; ; round++ {
		port, won, err := p.round(ctx, host)
		if err != nil {
			return 0, fmt.Errorf("port on %s: %w", host, err)
		}
		if won {
			return port, nil
		}
		t := time.NewTimer(rand.N(time.Duration(min(round, 10)) * 10 * time.Millisecond))
		select {
		case <-ctx.Done():
			t.Stop()
			return 0, fmt.Errorf("port on %s, lost %d times: %w", host, round, ctx.Err())
		case <-t.C:
		}
	}
}

func (p *Ports) round(ctx context.Context, host string) (port int, won bool, err error) {
	key := "ports/" + host
	cur, err := p.etcd.Get(ctx, key)
	if err != nil {
		return 0, false, err
	}
	var taken []int
	var rev int64
	if len(cur.Kvs) > 0 {
		rev = cur.Kvs[0].ModRevision
		if err := json.Unmarshal(cur.Kvs[0].Value, &taken); err != nil {
			return 0, false, err
		}
	}
	for port = p.first; slices.Contains(taken, port); port++ {
	}
	if port > p.last {
		return 0, false, ErrFull
	}
	raw, err := json.Marshal(append(taken, port))
	if err != nil {
		return 0, false, err
	}
	resp, err := p.etcd.Txn(ctx).
		If(clientv3.Compare(clientv3.ModRevision(key), "=", rev)).
		Then(clientv3.OpPut(key, string(raw))).
		Commit()
	if err != nil {
		return 0, false, err
	}
	return port, resp.Succeeded, nil
}
