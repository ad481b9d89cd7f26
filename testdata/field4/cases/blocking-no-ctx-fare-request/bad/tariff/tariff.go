// Package tariff asks the tariff engine.
package tariff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

const engineLimit = 30 * time.Second

// ErrAway says that no engine is running.
var ErrAway = errors.New("tariff engine is away")

// Trip is what a passenger asks for.
type Trip struct {
	From string `json:"from" binding:"required"`
	To   string `json:"to" binding:"required"`
	When string `json:"when" binding:"required"`
}

// Fare is the engine's answer.
type Fare struct {
	Cents    int    `json:"cents"`
	Currency string `json:"currency"`
}

// Engine talks to the tariff engine.
type Engine struct {
	nc      *nats.Conn
	subject string
}

// NewEngine returns the engine that listens on a subject.
func NewEngine(nc *nats.Conn, subject string) *Engine {
	return &Engine{nc: nc, subject: subject}
}

// Quote asks what a trip costs.
func (e *Engine) Quote(ctx context.Context, t Trip) (Fare, error) {
	question, err := json.Marshal(t)
	if err != nil {
		return Fare{}, err
	}
	msg := nats.NewMsg(e.subject)
	msg.Data = question
	if deadline, ok := ctx.Deadline(); ok {
		msg.Header.Set("Answer-Until", deadline.UTC().Format(time.RFC3339Nano))
	}
	answer, err := e.nc.RequestMsg(msg, engineLimit) // EXPECT blocking-no-ctx
	if errors.Is(err, nats.ErrNoResponders) {
		return Fare{}, ErrAway
	}
	if err != nil {
		return Fare{}, fmt.Errorf("ask tariff engine: %w", err)
	}
	var fare Fare
	if err := json.Unmarshal(answer.Data, &fare); err != nil {
		return Fare{}, fmt.Errorf("tariff engine's answer: %w", err)
	}
	return fare, nil
}
