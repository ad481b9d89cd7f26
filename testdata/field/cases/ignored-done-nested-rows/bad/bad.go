// Package bad exports seat maps hall by hall. The outer loop looks at the context once per
// hall. The inner one polls the cameras until a hall is empty and waits between two looks
// without it: one audience that stays makes the export stay, called off or not.
package bad

import (
	"context"
	"fmt"
	"time"
)

// Hall is one cinema hall.
type Hall struct {
	Name  string
	Rows  int
	Seats int
}

// Cameras see who is seated.
type Cameras interface {
	Seated(hall string) int
}

// Sheet takes seat maps.
type Sheet interface {
	Put(ctx context.Context, hall string, free [][]bool) error
}

// Exporter writes seat maps of empty halls.
type Exporter struct {
	cameras Cameras
	sheet   Sheet
	look    time.Duration
}

// NewExporter returns an exporter that looks at the cameras every look.
func NewExporter(cameras Cameras, sheet Sheet, look time.Duration) *Exporter {
	return &Exporter{cameras: cameras, sheet: sheet, look: look}
}

// Export writes the maps of all halls and says how many it wrote.
func (e *Exporter) Export(ctx context.Context, halls []Hall) (int, error) {
	ticker := time.NewTicker(e.look)
	defer ticker.Stop()
	for n, h := range halls {
		select {
		case <-ctx.Done():
			return n, ctx.Err()
		default:
		}
		for e.cameras.Seated(h.Name) > 0 {
			<-ticker.C // EXPECT ignored-done
		}
		if err := e.sheet.Put(ctx, h.Name, blank(h)); err != nil {
			return n, fmt.Errorf("map of %s: %w", h.Name, err)
		}
	}
	return len(halls), nil
}

func blank(h Hall) [][]bool {
	free := make([][]bool, h.Rows)
	for i := range free {
		free[i] = make([]bool, h.Seats)
		for j := range free[i] {
			free[i][j] = true
		}
	}
	return free
}
