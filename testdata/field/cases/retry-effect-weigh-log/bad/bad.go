// Package bad appends weighings to a file on a network share, which calibration law wants complete.
// A Write that fails may have left its line, or half of it, behind; the next attempt appends the line
// again, and the day's total no longer matches.
package bad

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

const attempts = 3

// Weighing is one lorry on the bridge.
type Weighing struct {
	Plate string
	Kilos int
	At    time.Time
}

// Log appends to one file, for one goroutine.
type Log struct {
	f *os.File
}

// Open opens or creates the log.
func Open(path string) (*Log, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o640) // OR retry-effect
	if err != nil {
		return nil, fmt.Errorf("weigh log: %w", err)
	}
	return &Log{f: f}, nil
}

// Add appends one weighing.
func (l *Log) Add(w Weighing) error {
	line, err := format(w)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		if _, err = l.f.WriteString(line); err == nil { // EXPECT retry-effect
			err = l.f.Sync()
		}
		if err == nil {
			return nil
		}
		if n == attempts {
			return fmt.Errorf("weigh log, %s not written: %w", w.Plate, err)
		}
		time.Sleep(time.Duration(n) * 40 * time.Millisecond)
	}
}

func format(w Weighing) (string, error) {
	var b strings.Builder
	c := csv.NewWriter(&b)
	if err := c.Write([]string{w.At.UTC().Format(time.RFC3339), w.Plate, strconv.Itoa(w.Kilos)}); err != nil {
		return "", err
	}
	c.Flush()
	return b.String(), c.Error()
}

// Close closes the file.
func (l *Log) Close() error { return l.f.Close() }
