// Package ok feeds a bird ringing archive from a Redis stream.
// It is right although the acknowledgement of a whole batch is sent again after a failure, with
// entries in it that may have been acknowledged before: XACK of an entry that is no longer
// pending does nothing. The rings themselves are stored under their number.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/redis/go-redis/v9"
)

const (
	stream = "rings"
	group  = "archive"
)

// Archive keeps rings by number; to put one twice changes nothing.
type Archive interface {
	Put(ctx context.Context, number string, fields map[string]any) error
}

// Feeder moves rings from the stream to the archive.
type Feeder struct {
	rdb     *redis.Client
	archive Archive
	name    string
}

// NewFeeder reads as the consumer name. The feeder retries, the client does not.
func NewFeeder(addr, name string, archive Archive) *Feeder {
	return &Feeder{
		rdb:     redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1, ReadTimeout: 3 * time.Second}),
		archive: archive,
		name:    name,
	}
}

// Run works until ctx ends or a batch fails.
func (f *Feeder) Run(ctx context.Context) error {
	defer f.rdb.Close()
	for {
		err := f.batch(ctx)
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
	}
}

func (f *Feeder) batch(ctx context.Context) error {
	read, err := f.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group: group, Consumer: f.name, Streams: []string{stream, ">"}, Count: 50, Block: 2 * time.Second,
	}).Result()
	if err != nil {
		return fmt.Errorf("read rings: %w", err)
	}
	var ids []string
	for _, m := range read[0].Messages {
		number, ok := m.Values["number"].(string)
		if ok {
			if err := f.archive.Put(ctx, number, m.Values); err != nil {
				return fmt.Errorf("archive ring %s: %w", number, err)
			}
		}
		ids = append(ids, m.ID)
	}
	err = retry.Do(
		func() error { return f.rdb.XAck(ctx, stream, group, ids...).Err() },
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(100*time.Millisecond),
		retry.MaxJitter(100*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return fmt.Errorf("acknowledge %d rings: %w", len(ids), err)
	}
	return nil
}
