// Package good appends weighings to a file on a network share, which calibration law wants complete.
// What a failed Write has left behind is cut off before the line is written again.
package good

import (
	"encoding/csv"
	"fmt"
	"io"
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
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o640)
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
	end, err := l.f.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("weigh log: %w", err)
	}
	for n := 1; ; n++ {
		if err = l.f.Truncate(end); err == nil {
			_, err = l.f.WriteAt([]byte(line), end)
		}
		if err == nil {
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
