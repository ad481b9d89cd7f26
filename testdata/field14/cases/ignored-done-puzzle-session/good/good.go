// Package good plays puzzles with people at a table. What the reader answers goes through a
// bounded channel to the writer, under the context that ends when either of them leaves.
package good

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// Move is one piece put down by a player.
type Move struct {
	Player string
	Piece  int
	Right  bool
}

// Table is the hardware with the puzzle on it.
type Table interface {
	Next(ctx context.Context) (Move, error)
	Show(ctx context.Context, m Move) error
}

// Solver knows where pieces belong.
type Solver interface {
	Fits(piece int) bool
}

// Session is one game at a table.
type Session struct {
	table   Table
	solver  Solver
	answers chan Move
}

// NewSession returns a game whose reader may be ahead of the display by some answers.
func NewSession(table Table, solver Solver, ahead int) *Session {
	return &Session{table: table, solver: solver, answers: make(chan Move, ahead)}
}

// Play runs the game until the table fails or ctx ends.
func (s *Session) Play(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.read(ctx) })
	g.Go(func() error { return s.write(ctx) })
	return g.Wait()
}

func (s *Session) read(ctx context.Context) error {
	for {
		m, err := s.table.Next(ctx)
		if err != nil {
			return fmt.Errorf("next move: %w", err)
		}
		m.Right = s.solver.Fits(m.Piece)
		if err := s.answer(ctx, m); err != nil {
			return err
		}
	}
}

func (s *Session) answer(ctx context.Context, m Move) error {
	select {
	case s.answers <- m:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Session) write(ctx context.Context) error {
	for {
		select {
		case m := <-s.answers:
			if err := s.table.Show(ctx, m); err != nil {
				return fmt.Errorf("show piece %d: %w", m.Piece, err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
