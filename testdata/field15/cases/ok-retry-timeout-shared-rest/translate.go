// Package translate has texts of a game translated by whichever provider answers. All tries
// share one deadline, and each gets its part of what is left of it.
package translate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

const budget = 24 * time.Second

// Provider translates a text.
type Provider interface {
	Name() string
	Translate(ctx context.Context, text, lang string) (string, error)
}

// Translator asks providers in order.
type Translator struct {
	providers []Provider
	log       *slog.Logger
}

// Text returns the text in another language.
func (t *Translator) Text(ctx context.Context, text, lang string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()

	var failed []error
	for i, p := range t.providers {
		out, err := t.try(ctx, p, len(t.providers)-i, text, lang)
		if err == nil {
			return out, nil
		}
		failed = append(failed, fmt.Errorf("%s: %w", p.Name(), err))
		if ctx.Err() != nil {
			break
		}
		t.log.WarnContext(ctx, "provider failed", "provider", p.Name(), "err", err)
	}
	return "", fmt.Errorf("translate to %s: %w", lang, errors.Join(failed...))
}

// try gives a provider an equal share of the time that it and those after it have left.
func (t *Translator) try(ctx context.Context, p Provider, left int, text, lang string) (string, error) {
	end, _ := ctx.Deadline()
	ctx, cancel := context.WithTimeout(ctx, time.Until(end)/time.Duration(left))
	defer cancel()
	return p.Translate(ctx, text, lang)
}
