// Package good translates a guided tour while it goes on. One deferred function cancels the context of
// the goroutine that fetches sentences, and then waits for it.
package good

import (
	"context"
	"fmt"
	"log/slog"
)

// Sentence is a piece of speech.
type Sentence struct {
	Lang string
	Text string
}

// Guide speaks.
type Guide interface {
	Listen(ctx context.Context) (Sentence, error)
}

// Headset is worn by a visitor.
type Headset interface {
	Say(ctx context.Context, s Sentence) error
}

// Translate turns a sentence into another language.
type Translate func(ctx context.Context, s Sentence, lang string) (Sentence, error)

// Tour connects a guide with a headset.
type Tour struct {
	guide     Guide
	translate Translate
	log       *slog.Logger
}

// Run translates until ctx ends or something breaks.
func (t *Tour) Run(ctx context.Context, lang string, to Headset) error {
	ctx, cancel := context.WithCancel(ctx)
	sentences := make(chan Sentence)
	done := make(chan struct{})
	go func() {
		defer close(done)
		t.fetch(ctx, sentences)
	}()
	defer func() {
		cancel()
		<-done
	}()

	for {
		select {
		case s := <-sentences:
			said, err := t.translate(ctx, s, lang)
			if err != nil {
				return fmt.Errorf("translate into %s: %w", lang, err)
			}
			if err := to.Say(ctx, said); err != nil {
				return fmt.Errorf("say in %s: %w", lang, err)
			}
		case <-done:
			return ctx.Err()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (t *Tour) fetch(ctx context.Context, sentences chan<- Sentence) {
	for {
		s, err := t.guide.Listen(ctx)
		if err != nil {
			t.log.InfoContext(ctx, "guide is silent", "err", err)
			return
		}
		select {
		case sentences <- s:
		case <-ctx.Done():
			return
		}
	}
}
