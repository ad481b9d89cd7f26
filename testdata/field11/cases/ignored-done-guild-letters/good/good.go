// Package good reminds the members of a guild of their fee. A letter that fails is logged and
// the next one tried, unless the context has ended: then the loop ends as well.
package good

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"log/slog"
)

// Member has not paid yet.
type Member struct {
	Name, Address string
	Owes          int
}

// Roll lists members.
type Roll interface {
	Owing(ctx context.Context, year int) ([]Member, error)
}

// Post takes letters.
type Post interface {
	Hand(ctx context.Context, address string, letter []byte) error
}

// Tally says how the reminders went.
type Tally struct {
	Sent, Failed int
}

// Secretary writes to members.
type Secretary struct {
	roll   Roll
	post   Post
	letter *template.Template
	log    *slog.Logger
}

// Remind writes to everybody who owes a fee for the year.
func (s *Secretary) Remind(ctx context.Context, year int) (Tally, error) {
	var tally Tally
	owing, err := s.roll.Owing(ctx, year)
	if err != nil {
		return tally, fmt.Errorf("fees of %d: %w", year, err)
	}
	for _, m := range owing {
		if err := s.write(ctx, m); err != nil {
			if ctx.Err() != nil {
				return tally, fmt.Errorf("fees of %d: %w", year, ctx.Err())
			}
			s.log.ErrorContext(ctx, "member not reminded", "member", m.Name, "err", err)
			tally.Failed++
			continue
		}
		tally.Sent++
	}
	return tally, nil
}

func (s *Secretary) write(ctx context.Context, m Member) error {
	var letter bytes.Buffer
	if err := s.letter.Execute(&letter, m); err != nil {
		return fmt.Errorf("set letter: %w", err)
	}
	if err := s.post.Hand(ctx, m.Address, letter.Bytes()); err != nil {
		return fmt.Errorf("post letter: %w", err)
	}
	return nil
}
