// Package helpdesk answers customers' questions with hosted language models. There are two
// of them in production, the second takes over when the first one fails.
package helpdesk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	answerBudget = 30 * time.Second // the chat window gives up after 35
	triesEach    = 2
	tryLimit     = 7 * time.Second
)

// ErrNoAnswer is returned when every model failed.
var ErrNoAnswer = errors.New("no model answered")

// Model is one hosted language model.
type Model interface {
	Name() string
	Complete(ctx context.Context, prompt string) (string, error)
}

// Desk answers questions.
type Desk struct {
	models []Model
	rules  string
	log    *slog.Logger
}

// New returns a desk that prefers the models in the order given.
func New(log *slog.Logger, rules string, models ...Model) *Desk {
	return &Desk{models: models, rules: rules, log: log}
}

// Answer returns the first answer that one of the models gives.
func (d *Desk) Answer(ctx context.Context, question string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, answerBudget)
	defer cancel()

	prompt := d.rules + "\n\n" + question
	var failed []error
	for _, m := range d.models {
		text, err := d.ask(ctx, m, prompt)
		if err == nil {
			return text, nil
		}
		failed = append(failed, fmt.Errorf("%s: %w", m.Name(), err))
		if ctx.Err() != nil {
			break
		}
		d.log.WarnContext(ctx, "model failed, trying the next", "model", m.Name(), "err", err)
	}
	return "", fmt.Errorf("%w: %w", ErrNoAnswer, errors.Join(failed...))
}

// ask gives one model a second chance.
func (d *Desk) ask(ctx context.Context, m Model, prompt string) (string, error) {
	for try := 1; ; try++ {
		text, err := complete(ctx, m, prompt)
		if err == nil {
			return text, nil
		}
		if try == triesEach || ctx.Err() != nil {
			return "", err
		}
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-time.After(300*time.Millisecond + rand.N(300*time.Millisecond)):
		}
	}
}

func complete(ctx context.Context, m Model, prompt string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	return m.Complete(ctx, prompt)
}
