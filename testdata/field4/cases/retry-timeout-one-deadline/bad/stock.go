// Package stock asks the warehouses' responders how many pieces they have.
package stock

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	replyTimeout = 2 * time.Second
	asks         = 3
)

// Level is what a warehouse has of an article.
type Level struct {
	Warehouse string `json:"warehouse"`
	Pieces    int    `json:"pieces"`
}

// Inquirer sends requests over NATS; any free responder answers.
type Inquirer struct {
	nc  *nats.Conn
	log *slog.Logger
}

// New returns an Inquirer.
func New(nc *nats.Conn, log *slog.Logger) *Inquirer { return &Inquirer{nc: nc, log: log} }

// Level returns the stock of an article in a warehouse.
func (i *Inquirer) Level(ctx context.Context, warehouse, article string) (Level, error) {
	ctx, cancel := context.WithTimeout(ctx, replyTimeout) // EXPECT retry-timeout
	defer cancel()

	for n := 1; ; n++ { // OR retry-timeout
		reply, err := i.nc.RequestWithContext(ctx, "stock."+warehouse, []byte(article)) // OR retry-timeout
		if err == nil {
			var l Level
			if err := json.Unmarshal(reply.Data, &l); err != nil {
				return Level{}, fmt.Errorf("stock of %s: %w", article, err)
			}
			return l, nil
		}
		if n == asks || !unanswered(err) {
			return Level{}, fmt.Errorf("stock of %s in %s: %w", article, warehouse, err)
		}
		i.log.Info("no answer", "warehouse", warehouse, "article", article, "ask", n)
		t := time.NewTimer(100*time.Millisecond + rand.N(200*time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return Level{}, errors.Join(err, ctx.Err())
		}
	}
}

func unanswered(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders)
}
