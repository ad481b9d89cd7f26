package a

import (
	"context"
	"database/sql"
	"time"
)

type sheet struct{ id int64 }

type reader struct {
	db    *sql.DB
	after int64
	all   []sheet
	pos   int
	token string
}

// next goes on behind what it returned last.
func (r *reader) next(ctx context.Context) ([]sheet, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT id FROM sheets WHERE id > $1", r.after)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var batch []sheet
	for rows.Next() {
		var s sheet
		if err := rows.Scan(&s.id); err != nil {
			return nil, err
		}
		batch = append(batch, s)
	}
	if len(batch) > 0 {
		r.after = batch[len(batch)-1].id
	}
	return batch, rows.Err()
}

func (r *reader) chunk() []sheet {
	batch := r.all[r.pos:min(r.pos+10, len(r.all))]
	r.pos += len(batch)
	return batch
}

// current returns the same until somebody says otherwise.
func (r *reader) current(ctx context.Context) ([]sheet, error) {
	return r.all[:r.pos], ctx.Err()
}

func (r *reader) back(n int) { r.pos -= n }

func send(ctx context.Context, batch []sheet) error {
	_, err := (&reader{}).db.ExecContext(ctx, "UPDATE copies SET n = $1", len(batch))
	return err
}

func copyNext(ctx context.Context, r *reader) (err error) {
	for range 3 {
		var batch []sheet
		if batch, err = r.next(ctx); err != nil { // want `each attempt takes what comes next from r: the loop runs it up to 3 times, and what a failed attempt took is lost; take it before the first attempt`
			return err
		}
		if err = send(ctx, batch); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func copyChunk(ctx context.Context, r *reader) error {
	return thrice(ctx, func() error {
		batch := r.chunk() // want `each attempt takes what comes next from r`
		return send(ctx, batch)
	})
}

func thrice(ctx context.Context, fn func() error) (err error) {
	for range 3 {
		if err = fn(); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Taken once, sent until it is there.
func copyTaken(ctx context.Context, r *reader) error {
	batch, err := r.next(ctx)
	if err != nil {
		return err
	}
	return thrice(ctx, func() error { return send(ctx, batch) })
}

// Taken anew only when there is nothing left of the attempt before.
func copyKept(ctx context.Context, r *reader) (err error) {
	var batch []sheet
	for range 3 {
		if batch == nil {
			if batch, err = r.next(ctx); err != nil {
				return err
			}
		}
		if err = send(ctx, batch); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Put back before the next attempt.
func copyBack(ctx context.Context, r *reader) (err error) {
	for range 3 {
		batch := r.chunk()
		if err = send(ctx, batch); err == nil {
			return nil
		}
		r.back(len(batch))
		time.Sleep(time.Second)
	}
	return err
}

// It does not go on, and this one only asks again.
func copyCurrent(ctx context.Context, r *reader) error {
	if err := thrice(ctx, func() error { _, err := r.next(ctx); return err }); err != nil {
		return err
	}
	return thrice(ctx, func() error {
		batch, err := r.current(ctx)
		if err != nil {
			return err
		}
		return send(ctx, batch)
	})
}
