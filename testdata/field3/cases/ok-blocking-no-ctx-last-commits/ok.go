// Package ok counts visitors from Kafka. The commit at the end runs under a context that is
// not the caller's; it is right, since the caller's is over by then and the detached one has
// three seconds.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/segmentio/kafka-go"
)

// Visit counts one message.
type Visit func(ctx context.Context, m kafka.Message) error

// Run counts until ctx is done.
func Run(ctx context.Context, r *kafka.Reader, visit Visit) (err error) {
	var last *kafka.Message
	defer func() {
		if last == nil {
			return
		}
		cctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		err = errors.Join(err, r.CommitMessages(cctx, *last))
	}()
	for n := 1; ; n++ {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return fmt.Errorf("fetch: %w", err)
		}
		if err := visit(ctx, m); err != nil {
			return fmt.Errorf("visit at %d: %w", m.Offset, err)
		}
		last = &m
		if n%100 == 0 {
			if err := r.CommitMessages(ctx, m); err != nil {
				return fmt.Errorf("commit: %w", err)
			}
			last = nil
		}
	}
}
