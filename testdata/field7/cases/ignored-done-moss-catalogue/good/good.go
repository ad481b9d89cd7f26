// Package good imports a catalogue of mosses which an external program prints line by line.
// Its output comes through a pipe in memory. When a line cannot be stored, Import closes its
// end of the pipe, which ends the copy into it, and kills the program.
package good

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

const killGrace = 3 * time.Second

// Moss is one entry.
type Moss struct{ Latin, Common string }

// Herbarium stores mosses.
type Herbarium interface {
	Put(ctx context.Context, m Moss) error
}

// Importer runs the program at Path.
type Importer struct {
	Path  string
	Store Herbarium
}

// Import reads the catalogue in file and returns how many entries were stored.
func (im *Importer) Import(ctx context.Context, file string) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	lines, out := io.Pipe()
	defer lines.Close()
	cmd := exec.CommandContext(ctx, im.Path, "--lines", file)
	cmd.Stdout = out
	cmd.WaitDelay = killGrace
	go func() { out.CloseWithError(cmd.Run()) }()

	stored := 0
	scan := bufio.NewScanner(lines)
	for scan.Scan() {
		m, err := parse(scan.Text())
		if err != nil {
			return stored, fmt.Errorf("line %d: %w", stored+1, err)
		}
		if err := im.Store.Put(ctx, m); err != nil {
			return stored, fmt.Errorf("store %s: %w", m.Latin, err)
		}
		stored++
	}
	if err := scan.Err(); err != nil {
		return stored, fmt.Errorf("read catalogue: %w", err)
	}
	return stored, nil
}

func parse(line string) (Moss, error) {
	latin, common, found := strings.Cut(line, "\t")
	if !found {
		return Moss{}, errors.New("no tab")
	}
	return Moss{Latin: latin, Common: common}, nil
}
