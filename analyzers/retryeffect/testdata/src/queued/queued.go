// Package queued sends commands and statements that were put together before.
package queued

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

func pipelined(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		_, err = rdb.Pipelined(ctx, func(p redis.Pipeliner) error { // want `Incr.* is repeated by the loop \(3 attempts\) after failures that do not tell`
			p.Set(ctx, "last", 1, 0)
			p.Incr(ctx, "orders")
			return nil
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func pipelinedSets(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		_, err = rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, "last", 1, 0)
			p.Set(ctx, "first", 1, 0)
			return nil
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func pipeline(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		p := rdb.Pipeline()
		p.Incr(ctx, "orders") // want `Incr.* is repeated by the loop \(3 attempts\) after failures that do not tell`
		if _, err = p.Exec(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What was sent is gone from the pipeline: the next attempt sends nothing.
func queuedBefore(ctx context.Context, rdb *redis.Client) (err error) {
	p := rdb.Pipeline()
	p.Incr(ctx, "orders")
	for range 3 {
		if _, err = p.Exec(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func batch(ctx context.Context, conn *pgx.Conn) (err error) {
	for range 3 {
		b := &pgx.Batch{}
		b.Queue("UPDATE customers SET seen = true WHERE id = 1")
		b.Queue("INSERT INTO orders (customer) VALUES (1)")
		if err = conn.SendBatch(ctx, b).Close(); err == nil { // want `INSERT INTO orders.* is repeated by the loop \(3 attempts\) after failures that do not tell`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func batchUpserts(ctx context.Context, conn *pgx.Conn) (err error) {
	for range 3 {
		b := &pgx.Batch{}
		b.Queue("UPDATE customers SET seen = true WHERE id = 1")
		b.Queue("INSERT INTO orders (id) VALUES (1) ON CONFLICT DO NOTHING")
		if err = conn.SendBatch(ctx, b).Close(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Who queues what is not in sight.
func given(ctx context.Context, conn *pgx.Conn, fill func(*pgx.Batch)) (err error) {
	for range 3 {
		b := &pgx.Batch{}
		fill(b)
		if err = conn.SendBatch(ctx, b).Close(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
