// Package stops turns rows of a stops file into stops.
package stops

import (
	"context"
	"fmt"
	"strconv"
)

// Stop is a place where vehicles stop.
type Stop struct {
	ID       string
	Name     string
	Lat, Lon float64
}

// ParseAll sends a stop for every row it gets.
func ParseAll(ctx context.Context, rows <-chan []string, out chan<- Stop) error {
	line := 0
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case row, ok := <-rows:
			if !ok {
				return nil
			}
			line++
			s, err := parse(row)
			if err != nil {
				return fmt.Errorf("line %d: %w", line, err)
			}
			select {
			case out <- s:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

func parse(row []string) (Stop, error) {
	if len(row) < 4 {
		return Stop{}, fmt.Errorf("%d columns", len(row))
	}
	lat, err := strconv.ParseFloat(row[2], 64)
	if err != nil {
		return Stop{}, err
	}
	lon, err := strconv.ParseFloat(row[3], 64)
	if err != nil {
		return Stop{}, err
	}
	return Stop{ID: row[0], Name: row[1], Lat: lat, Lon: lon}, nil
}
