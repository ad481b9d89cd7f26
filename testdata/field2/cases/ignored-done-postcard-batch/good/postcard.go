// Package good looks up postcards in batches. A batch holds the questions of many
// callers; it runs on a context that none of them ends, with a limit, and every caller
// waits as long as it likes.
package good

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jmoiron/sqlx"
)

// Card is a postcard.
type Card struct {
	ID   int64  `db:"id"`
	Text string `db:"text"`
}

type answer struct {
	card Card
	err  error
}

type question struct {
	ctx   context.Context
	id    int64
	reply chan answer
}

// Loader joins questions.
type Loader struct {
	db    *sqlx.DB
	asked chan question
	size  int
	wait  time.Duration
	limit time.Duration
}

// Card returns the postcard.
func (l *Loader) Card(ctx context.Context, id int64) (Card, error) {
	q := question{ctx: ctx, id: id, reply: make(chan answer, 1)}
	select {
	case l.asked <- q:
	case <-ctx.Done():
		return Card{}, ctx.Err()
	}
	select {
	case a := <-q.reply:
		return a.card, a.err
	case <-ctx.Done():
		return Card{}, ctx.Err()
	}
}

// Run answers questions until ctx ends.
func (l *Loader) Run(ctx context.Context) {
	for {
		var batch []question
		select {
		case q := <-l.asked:
			batch = append(batch, q)
		case <-ctx.Done():
			return
		}
		full := time.After(l.wait)
	fill:
		for len(batch) < l.size {
			select {
			case q := <-l.asked:
				batch = append(batch, q)
			case <-full:
				break fill
			}
		}
		l.answer(context.WithoutCancel(batch[0].ctx), batch)
	}
}

func (l *Loader) answer(ctx context.Context, batch []question) {
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	ids := make([]int64, len(batch))
	for i, q := range batch {
		ids[i] = q.id
	}
	var cards []Card
	err := l.db.SelectContext(ctx, &cards, "SELECT id, text FROM cards WHERE id = ANY($1)", ids)
	for _, q := range batch {
		a := answer{err: err}
		if err == nil {
			i := slices.IndexFunc(cards, func(c Card) bool { return c.ID == q.id })
			if i < 0 {
				a.err = fmt.Errorf("no postcard %d", q.id)
			} else {
				a.card = cards[i]
			}
		}
		q.reply <- a
	}
}
