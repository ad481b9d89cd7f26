// Package ok replays a journal of stock movements.
// It is right although the loop has no end of its own and goes on after an error: a line that cannot be read is
// skipped, the next turn reads another, and the end of the journal ends it.
package ok

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"
)

const maxSkipped = 100

// Movement is a change of the stock.
type Movement struct {
	Seq int64     `json:"seq"`
	SKU string    `json:"sku"`
	By  int       `json:"by"`
	At  time.Time `json:"at"`
}

// Stock takes movements; it ignores those it has.
type Stock interface {
	Apply(ctx context.Context, m Movement) error
}

// ErrDamaged means that too much of a journal could not be read.
var ErrDamaged = errors.New("journal is damaged")

// Replay applies a journal and returns how many movements it had.
func Replay(ctx context.Context, journal io.Reader, to Stock, log *slog.Logger) (int, error) {
	in := bufio.NewReaderSize(journal, 64<<10)
	applied, skipped, retry := 0, 0, 0
	for {
		if err := ctx.Err(); err != nil {
			return applied, err
		}
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			log.Info("journal replayed", "applied", applied, "skipped", skipped)
			return applied, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return applied, fmt.Errorf("read journal: %w", err)
		}
		retry++ // number of the line
		var m Movement
		if err := json.Unmarshal(line, &m); err != nil {
			skipped++
			log.Warn("line skipped", "line", retry, "err", err)
			if skipped > maxSkipped {
				return applied, fmt.Errorf("%w: %d lines", ErrDamaged, skipped)
			}
			continue
		}
		if err := to.Apply(ctx, m); err != nil {
			return applied, fmt.Errorf("movement %d: %w", m.Seq, err)
		}
		applied++
	}
}
