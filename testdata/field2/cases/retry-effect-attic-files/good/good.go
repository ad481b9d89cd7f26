// Package good drops files from a catalogue in Redis. The blocks are deleted when the commit
// has been made, once.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

// Blocks stores the bytes of files.
type Blocks interface {
	Delete(ctx context.Context, inode string) error
}

// Catalogue knows files.
type Catalogue struct {
	rdb    *redis.Client
	blocks Blocks
	log    *slog.Logger
}

func (c *Catalogue) watch(ctx context.Context, fn func(tx *redis.Tx) error, keys ...string) error {
	for n := 1; ; n++ {
		err := c.rdb.Watch(ctx, fn, keys...)
		if !errors.Is(err, redis.TxFailedErr) || n == 20 {
			return err
		}
		t := time.NewTimer(time.Duration(n)*time.Millisecond + rand.N(5*time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

// Drop removes a name, and the file with its last name.
func (c *Catalogue) Drop(ctx context.Context, inode, name string) error {
	links := "links:" + inode
	last := false
	err := c.watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.SCard(ctx, links).Result()
		if err != nil {
			return fmt.Errorf("links of %s: %w", inode, err)
		}
		last = n <= 1
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.SRem(ctx, links, name)
			p.Del(ctx, "name:"+name)
			return nil
		})
		return err
	}, links, "name:"+name)
	if err != nil {
		return fmt.Errorf("drop %s: %w", name, err)
	}
	if last {
		go c.forget(inode)
	}
	return nil
}

func (c *Catalogue) forget(inode string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := c.blocks.Delete(ctx, inode); err != nil {
		c.log.Error("delete blocks", "inode", inode, "err", err)
	}
}
