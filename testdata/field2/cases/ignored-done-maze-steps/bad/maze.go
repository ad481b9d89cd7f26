// Package bad solves mazes. A goroutine waits for the end of the context and raises a
// flag that the search looks at. When the search is over first, which it mostly is, the
// goroutine stays until the context ends: with a server's context, for ever.
package bad

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
)

// ErrNoWay says that there is none.
var ErrNoWay = errors.New("no way out")

// Cell is a place.
type Cell struct{ X, Y int }

// Maze says where one can go.
type Maze interface {
	Next(c Cell) []Cell
	Exit(c Cell) bool
}

type search struct {
	maze Maze
	seen map[Cell]bool
	stop atomic.Bool
}

// Solver solves mazes, a hard one now and then.
type Solver struct {
	solved atomic.Int64
}

// Solve returns the way from start to an exit.
func (s *Solver) Solve(ctx context.Context, m Maze, start Cell) ([]Cell, error) {
	se := &search{maze: m, seen: map[Cell]bool{}}
	go func() { // OR ignored-done
		<-ctx.Done() // EXPECT ignored-done
		se.stop.Store(true)
	}()

	way, err := se.from(start)
	if err != nil {
		if cerr := ctx.Err(); cerr != nil {
			return nil, cerr
		}
		return nil, err
	}
	s.solved.Add(1)
	slices.Reverse(way)
	return way, nil
}

func (se *search) from(c Cell) ([]Cell, error) {
	if se.stop.Load() || se.seen[c] {
		return nil, ErrNoWay
	}
	se.seen[c] = true
	if se.maze.Exit(c) {
		return []Cell{c}, nil
	}
	for _, n := range se.maze.Next(c) {
		if way, err := se.from(n); err == nil {
			return append(way, c), nil
		}
	}
	return nil, ErrNoWay
}
