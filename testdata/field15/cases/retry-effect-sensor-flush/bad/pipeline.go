// Package pipeline moves sensor rows from a log to a column store. The position in the log is
// committed after the sink has taken the rows.
package pipeline

import (
	"context"
	"fmt"
	"log/slog"

	"faultfield15/cases/retry-effect-sensor-flush/bad/sink"
)

// Log is the source of rows.
type Log interface {
	Poll(ctx context.Context, most int) (rows []sink.Row, position int64, err error)
	Commit(ctx context.Context, position int64) error
}

// Sink takes rows: Write keeps them, Flush delivers them.
type Sink interface {
	Write(rows ...sink.Row)
	Flush(ctx context.Context) error
}

// Pipeline connects the two.
type Pipeline struct {
	log  Log
	sink Sink
	out  *slog.Logger
}

// New returns a pipeline into the column store.
func New(log Log, store *sink.Store, out *slog.Logger) *Pipeline {
	return &Pipeline{log: log, sink: sink.Retry(store, out), out: out}
}

// Run moves rows until ctx ends or something stays broken.
func (p *Pipeline) Run(ctx context.Context) error {
	for {
		rows, position, err := p.log.Poll(ctx, 500)
		if err != nil {
			return fmt.Errorf("poll: %w", err)
		}
		p.sink.Write(rows...)
		if err := p.sink.Flush(ctx); err != nil {
			return fmt.Errorf("flush up to %d: %w", position, err)
		}
		if err := p.log.Commit(ctx, position); err != nil {
			return fmt.Errorf("commit %d: %w", position, err)
		}
	}
}
