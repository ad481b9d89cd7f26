// Package solver puts scanned jigsaw pieces together.
package solver

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrStuck says that the pieces left fit nowhere.
var ErrStuck = errors.New("no piece fits any more")

// Piece is one scanned piece.
type Piece struct {
	ID    int
	Edges [4]uint32
}

// Board is a partly solved puzzle.
type Board struct {
	Placed map[int]int // piece by position
}

// Matcher finds the piece for the next free position; it computes and does not block.
type Matcher interface {
	Next(b *Board, left []Piece) (piece, pos int, ok bool)
}

// Solver solves puzzles within a time limit.
type Solver struct {
	matcher Matcher
	limit   time.Duration
}

// New returns a Solver.
func New(m Matcher, limit time.Duration) *Solver {
	return &Solver{matcher: m, limit: limit}
}

type outcome struct {
	board *Board
	err   error
}

// Solve puts the pieces together. It returns when the time is up or ctx ends.
func (s *Solver) Solve(ctx context.Context, pieces []Piece) (*Board, error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()

	solved := make(chan outcome) // OR ignored-done
	go func() {
		board, err := s.place(ctx, pieces)
		solved <- outcome{board, err} // EXPECT ignored-done
	}()

	select {
	case o := <-solved:
		if o.err != nil {
			return nil, fmt.Errorf("solve %d pieces: %w", len(pieces), o.err)
		}
		return o.board, nil
	case <-ctx.Done(): // OR ignored-done
		return nil, fmt.Errorf("solve %d pieces: %w", len(pieces), ctx.Err())
	}
}

func (s *Solver) place(ctx context.Context, pieces []Piece) (*Board, error) {
	board := &Board{Placed: make(map[int]int, len(pieces))}
	left := append([]Piece(nil), pieces...)
	for len(left) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		piece, pos, ok := s.matcher.Next(board, left)
		if !ok {
			return nil, ErrStuck
		}
		board.Placed[pos] = left[piece].ID
		left = append(left[:piece], left[piece+1:]...)
	}
	return board, nil
}
