// Package bad moves shards between nodes in an etcd transaction.
// NewSTM applies the function again whenever one of the keys it read has changed. The moves of a run that
// was thrown away remain in the map, and their data is copied for nothing, or to the wrong node.
package bad

import (
	"context"
	"fmt"
	"strings"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Copier copies the data of a shard.
type Copier func(ctx context.Context, shard, from, to string) error

// Balancer moves shards.
type Balancer struct {
	etcd   *clientv3.Client
	prefix string
	copy   Copier
}

type move struct{ from, to string }

// Drain gives the shards of a node to others, round robin, and copies their data.
func (b *Balancer) Drain(ctx context.Context, node string, shards, others []string) error {
	moves := make(map[string]move)
	_, err := concurrency.NewSTM(b.etcd, func(s concurrency.STM) error { // OR retry-effect
		for _, shard := range shards {
			key := b.prefix + shard
			owner := s.Get(key)
			if owner != node {
				continue
			}
			to := others[len(moves)%len(others)]
			moves[shard] = move{from: owner, to: to} // EXPECT retry-effect
			s.Put(key, to)
		}
		return nil
	}, concurrency.WithAbortContext(ctx))
	if err != nil {
		return fmt.Errorf("drain %s: %w", node, err)
	}
	var failed []string
	for shard, m := range moves {
		if err := b.copy(ctx, shard, m.from, m.to); err != nil {
			failed = append(failed, shard+": "+err.Error())
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("drain %s: %s", node, strings.Join(failed, "; "))
	}
	return nil
}
