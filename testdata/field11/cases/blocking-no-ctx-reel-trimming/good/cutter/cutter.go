// Package cutter runs the film tools, which are killed when their context ends.
package cutter

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Length returns how long a film is.
func Length(ctx context.Context, file string) (time.Duration, error) {
	out, err := run(ctx, "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file)
	if err != nil {
		return 0, err
	}
	secs, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		return 0, fmt.Errorf("length of %s: %w", file, err)
	}
	return time.Duration(secs * float64(time.Second)), nil
}

// Cut writes the part of a film between two moments to out.
func Cut(ctx context.Context, file, out string, from, to time.Duration) error {
	_, err := run(ctx, "ffmpeg", "-y", "-i", file, "-ss", stamp(from), "-to", stamp(to), "-c", "copy", out)
	return err
}

func stamp(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

func run(ctx context.Context, tool string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.WaitDelay = 5 * time.Second
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", tool, err, bytes.TrimSpace(problems.Bytes()))
	}
	return out.Bytes(), nil
}
