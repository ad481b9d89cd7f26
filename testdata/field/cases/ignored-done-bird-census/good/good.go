// Package good counts birds by walking a tree of observation points. After the channel of the
// walk is closed the count asks why, and a census that ran out of time is an error.
package good

import (
	"context"
	"fmt"
	"sync"
)

// Point is an observation point with further points behind it.
type Point struct {
	Name  string
	Birds map[string]int
	Next  []string
}

// Map finds points.
type Map interface {
	Point(ctx context.Context, name string) (*Point, error)
}

// Walk sends every point that can be reached from start.
func Walk(ctx context.Context, m Map, start string) <-chan *Point {
	out := make(chan *Point)
	go func() {
		defer close(out)
		seen := map[string]bool{start: true}
		for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
			p, err := m.Point(ctx, queue[0])
			if err != nil {
				if ctx.Err() != nil {
					return
				}
				continue
			}
			for _, name := range p.Next {
				if !seen[name] {
					seen[name] = true
					queue = append(queue, name)
				}
			}
			select {
			case out <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// Census keeps the counts of years.
type Census struct {
	mu    sync.Mutex
	years map[int]map[string]int
}

// Take counts the birds of a year and stores the result.
func (c *Census) Take(ctx context.Context, m Map, start string, year int) (map[string]int, error) {
	total := make(map[string]int)
	for p := range Walk(ctx, m, start) {
		for species, n := range p.Birds {
			total[species] += n
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("census of %d: %w", year, err)
	}
	if len(total) == 0 {
		return nil, fmt.Errorf("census of %d: nothing behind %s", year, start)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.years == nil {
		c.years = make(map[int]map[string]int)
	}
	c.years[year] = total
	return total, nil
}
