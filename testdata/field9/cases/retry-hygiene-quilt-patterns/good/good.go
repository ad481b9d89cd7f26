// Package good asks the pattern service of a quilting shop for a pattern. While no instance of
// the service is up, it asks again a few times, after a pause.
package good

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
	askLimit = 2 * time.Second
	tries    = 4
)

// Pattern is what a quilt is sewn from.
type Pattern struct {
	Name   string   `json:"name"`
	Blocks []string `json:"blocks"`
}

// Patterns is a client of the pattern service.
type Patterns struct {
	nc  *nats.Conn
	log *slog.Logger
}

// Find returns the pattern of a name.
func (p *Patterns) Find(ctx context.Context, name string) (*Pattern, error) {
	msg, err := p.ask(ctx, name)
	for try := 1; try < tries && errors.Is(err, nats.ErrNoResponders); try++ {
		p.log.Info("no pattern service yet", "pattern", name)
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(try)*200*time.Millisecond + rand.N(200*time.Millisecond)):
		}
		msg, err = p.ask(ctx, name)
	}
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", name, err)
	}
	var out Pattern
	if err := json.Unmarshal(msg.Data, &out); err != nil {
		return nil, fmt.Errorf("pattern %q: decode: %w", name, err)
	}
	return &out, nil
}

func (p *Patterns) ask(ctx context.Context, name string) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	return p.nc.RequestWithContext(ctx, "patterns.find", []byte(name))
}
