// Package bad adds up the stock sheets of a wine cellar. The walk ends early when the
// context does, by way of fs.SkipAll; WalkDir turns that into nil, and the sum so far
// is entered as the stock of the year.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"time"
)

// Bottles is a sheet.
type Bottles struct {
	Vintage int `json:"vintage"`
	Count   int `json:"count"`
}

// Journal enters yearly numbers.
type Journal interface {
	Enter(ctx context.Context, year int, byVintage map[int]int) error
}

// Cellar reads sheets.
type Cellar struct {
	sheets  fs.FS
	journal Journal
}

// count adds up the sheets below dir.
func (c *Cellar) count(ctx context.Context, dir string) (map[int]int, error) {
	sum := map[int]int{}
	err := fs.WalkDir(c.sheets, dir, func(p string, d fs.DirEntry, err error) error { // OR ignored-done
		if err != nil {
			return err
		}
		if ctx.Err() != nil { // OR ignored-done
			return fs.SkipAll // EXPECT ignored-done
		}
		if d.IsDir() || path.Ext(p) != ".json" {
			return nil
		}
		b, err := c.read(p)
		if err != nil {
			return fmt.Errorf("sheet %s: %w", p, err)
		}
		sum[b.Vintage] += b.Count
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count %s: %w", dir, err)
	}
	return sum, nil // OR ignored-done
}

func (c *Cellar) read(p string) (Bottles, error) {
	raw, err := fs.ReadFile(c.sheets, p)
	if err != nil {
		return Bottles{}, err
	}
	var b Bottles
	return b, json.Unmarshal(raw, &b)
}

// Close enters the year's numbers; it is not cut short once the counting is done.
func (c *Cellar) Close(ctx context.Context, year int) error {
	sum, err := c.count(ctx, strconv.Itoa(year))
	if err != nil {
		return err
	}
	ectx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return c.journal.Enter(ectx, year, sum)
}
