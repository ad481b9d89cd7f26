// Package good asks a glazier's stock service over NATS whether a pane is there. Each try opens
// and closes a scope with a time limit; all scopes derive from the caller's context.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
)

// Pane is a size of glass.
type Pane struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

// scope is the life of one try.
type scope struct {
	parent context.Context
	ctx    context.Context
	cancel context.CancelFunc
	limit  time.Duration
}

func (s *scope) open() {
	s.ctx, s.cancel = context.WithTimeout(s.parent, s.limit)
}

func (s *scope) close() { s.cancel() }

// Stock is a client of the stock service.
type Stock struct {
	nc     *nats.Conn
	tries  int
	limit  time.Duration
	budget time.Duration
}

// NewStock asks through nc.
func NewStock(nc *nats.Conn) *Stock {
	return &Stock{nc: nc, tries: 4, limit: 2 * time.Second, budget: 12 * time.Second}
}

// Count says how many panes of a size are in stock.
func (s *Stock) Count(ctx context.Context, p Pane) (int, error) {
	ctx, stop := context.WithTimeout(ctx, s.budget)
	defer stop()
	question, err := json.Marshal(p)
	if err != nil {
		return 0, err
	}
	sc := scope{parent: ctx, limit: s.limit}
	for try := 1; ; try++ {
		sc.open()
		msg, err := s.nc.RequestWithContext(sc.ctx, "stock.count", question)
		sc.close()
		if err == nil {
			var n int
			err = json.Unmarshal(msg.Data, &n)
			return n, err
		}
		if try == s.tries || !passing(err) {
			return 0, fmt.Errorf("count panes, %d tries: %w", try, err)
		}
		select {
		case <-ctx.Done():
			return 0, errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(try)*150*time.Millisecond + rand.N(150*time.Millisecond)):
		}
	}
}

func passing(err error) bool {
	return errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded)
}
