package emptied

import (
	"bytes"
	"context"
	"errors"
	"log"
	"sync"
	"sync/atomic"
	"time"

	"emptied/store"
)

var errGone = errors.New("gone")

type batcher struct {
	mu    sync.Mutex
	rows  []string
	byKey map[string]int
	buf   bytes.Buffer
	count atomic.Int64
	total int
	conn  *conn
	spill []string
	post  func(ctx context.Context, rows []string) error
}

type conn struct{}

func (c *conn) Close() error { return nil }

var send func(ctx context.Context, v any) error

func pause(ctx context.Context) error {
	select {
	case <-time.After(time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func elsewhere(ctx context.Context, s *store.Store) (err error) {
	for range 3 {
		if err = s.Flush(ctx); err == nil { // want `each attempt takes what is in s and leaves it empty: the loop runs it up to 3 times, and what a failed attempt took is lost`
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func keeps(ctx context.Context, s *store.Store) (err error) {
	for range 3 {
		if err = s.Keep(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Each attempt writes what it flushes.
func refilled(ctx context.Context, s *store.Store, rows []store.Row) (err error) {
	for range 3 {
		s.Write(rows...)
		if err = s.Flush(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) inPlace(ctx context.Context) (err error) {
	for range 3 {
		b.mu.Lock()
		batch := b.rows
		b.rows = make([]string, 0, 100) // want `takes what is in b.rows and leaves it empty`
		b.mu.Unlock()
		if err = b.post(ctx, batch); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) swapped(ctx context.Context) (err error) {
	for range 3 {
		byKey := b.byKey
		b.byKey = map[string]int{} // want `takes what is in b.byKey`
		payload := struct{ Keys map[string]int }{byKey}
		if err = send(ctx, payload); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) counted(ctx context.Context) (err error) {
	for range 3 {
		n := b.count.Swap(0) // want `takes what is in b.count`
		if err = send(ctx, n); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) texts(ctx context.Context) (err error) {
	for range 3 {
		raw := bytes.Clone(b.buf.Bytes())
		b.buf.Reset() // want `takes what is in b.buf`
		if err = send(ctx, raw); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) drain() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.rows
	b.rows = nil
	return out
}

func (b *batcher) drained(ctx context.Context) (err error) {
	for range 3 {
		rows := b.drain() // want `takes what comes next from b`
		if err = b.post(ctx, rows); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) drainedOnce(ctx context.Context) (err error) {
	rows := b.drain()
	for range 3 {
		if err = b.post(ctx, rows); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) putBack(ctx context.Context) (err error) {
	for range 3 {
		rows := b.drain()
		if err = b.post(ctx, rows); err == nil {
			return nil
		}
		b.rows = append(rows, b.rows...)
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) once(ctx context.Context) error {
	batch := b.rows
	b.rows = nil
	if err := b.post(ctx, batch); err != nil {
		b.rows = append(batch, b.rows...)
		return err
	}
	return nil
}

func (b *batcher) putBackBelow(ctx context.Context) (err error) {
	for range 3 {
		if err = b.once(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) toSpill(rows []string) { b.spill = append(b.spill, rows...) }

// What could not be sent is put aside.
func (b *batcher) aside(ctx context.Context) (err error) {
	for range 3 {
		batch := b.rows
		b.rows = nil
		if err = b.post(ctx, batch); err == nil {
			return nil
		}
		b.toSpill(batch)
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// A consumer goes on with what comes next, whatever became of the last.
func (b *batcher) consume(ctx context.Context) {
	for {
		rows := b.rows
		b.rows = nil
		if err := b.post(ctx, rows); err != nil {
			log.Print(err)
		}
		if pause(ctx) != nil {
			return
		}
	}
}

// A connection is made anew.
func (b *batcher) redial(ctx context.Context, dial func(context.Context) (*conn, error)) (err error) {
	for range 3 {
		old := b.conn
		b.conn = nil
		if old != nil {
			old.Close()
		}
		if b.conn, err = dial(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Emptied for the attempt, and filled by it.
func (b *batcher) load(ctx context.Context, page func(context.Context, int) ([]string, error)) (err error) {
	for range 3 {
		had := b.rows
		b.rows = nil
		var rows []string
		if rows, err = page(ctx, len(had)); err == nil {
			b.rows = append(b.rows, rows...)
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Nothing that fails gets what was taken.
func (b *batcher) report(ctx context.Context) (err error) {
	for range 3 {
		n := b.total
		b.total = 0
		log.Print("so far ", n)
		if err = send(ctx, "tick"); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (b *batcher) flush(ctx context.Context) error {
	batch := b.rows
	b.rows = nil
	if len(batch) == 0 {
		return nil
	}
	if err := b.post(ctx, batch); err != nil {
		return errors.Join(errGone, err)
	}
	return nil
}

func (b *batcher) wrapped(ctx context.Context) error { return b.flush(ctx) }

func (b *batcher) byHelper(ctx context.Context) error {
	return again(ctx, func() error { return b.wrapped(ctx) }) // want `takes what is in b and leaves it empty: again runs it`
}

func again(ctx context.Context, op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}
