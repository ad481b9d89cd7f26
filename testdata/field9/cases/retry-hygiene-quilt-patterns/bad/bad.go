// Package bad asks the pattern service of a quilting shop for a pattern. While no instance of
// the service is up, NATS says so at once, and the method calls itself again: without a pause
// and without an end, one more stack frame for every refusal.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
)

const askLimit = 2 * time.Second

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
	if errors.Is(err, nats.ErrNoResponders) { // OR retry-hygiene
		p.log.Info("no pattern service yet", "pattern", name)
		return p.Find(ctx, name) // EXPECT retry-hygiene
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
