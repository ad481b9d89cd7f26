// Package bad indexes the volumes of an archive with a shell pipeline. The end of the context
// kills the shell only: the programs of the pipeline live on and hold the pipe that the output
// is read from, so CombinedOutput waits until they have finished of their own accord.
package bad

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
	"time"
)

// script unpacks a volume and feeds it to the indexer. $1 is the volume, $2 the index.
const script = `set -o pipefail; xzcat "$1" | normalise --utf8 | indexer --into "$2"` // OR ignored-done

// Volume is a packed part of the archive.
type Volume struct {
	Path  string
	Index string
}

// Indexer takes volumes one by one.
type Indexer struct {
	limit time.Duration // for a volume
	log   *slog.Logger
}

// New returns an indexer.
func New(log *slog.Logger) *Indexer { return &Indexer{limit: 20 * time.Minute, log: log} }

// Run indexes what comes until the channel is closed or ctx ends.
func (x *Indexer) Run(ctx context.Context, volumes <-chan Volume) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case v, ok := <-volumes:
			if !ok {
				return nil
			}
			if err := x.index(ctx, v); err != nil {
				x.log.Error("volume not indexed", "volume", v.Path, "err", err)
			}
		}
	}
}

func (x *Indexer) index(ctx context.Context, v Volume) error {
	ctx, cancel := context.WithTimeout(ctx, x.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", script, "index", v.Path, v.Index) // OR ignored-done
	out, err := cmd.CombinedOutput()                                                // EXPECT ignored-done
	if ctx.Err() != nil {
		return fmt.Errorf("index %s: %w", v.Path, ctx.Err())
	}
	if err != nil {
		return fmt.Errorf("index %s: %w: %s", v.Path, err, tail(out))
	}
	return nil
}

// tail returns the last line of what the pipeline said.
func tail(out []byte) string {
	out = bytes.TrimSpace(out)
	return strings.ToValidUTF8(string(out[bytes.LastIndexByte(out, '\n')+1:]), "?")
}
