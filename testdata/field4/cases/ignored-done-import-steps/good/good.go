// Package good is the import command of a data warehouse: it runs the steps of an import one
// after the other and then opens the imported partition to readers.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
)

// Step is one part of an import.
type Step struct {
	Name string
	Run  func(ctx context.Context, partition string) error
}

// Summary tells how far an import came.
type Summary struct {
	Finished int
	Skipped  int
	Took     time.Duration
}

// Importer runs imports.
type Importer struct {
	root  string
	steps []Step
	log   *slog.Logger
}

func (im *Importer) run(ctx context.Context, partition string) (Summary, error) {
	var sum Summary
	begin := time.Now()
	for i, step := range im.steps {
		select {
		case <-ctx.Done():
			sum.Skipped = len(im.steps) - i
			sum.Took = time.Since(begin)
			im.log.Warn("import interrupted", "partition", partition, "next", step.Name)
			return sum, fmt.Errorf("before step %s: %w", step.Name, context.Cause(ctx))
		default:
		}
		if err := step.Run(ctx, partition); err != nil {
			return sum, fmt.Errorf("step %s: %w", step.Name, err)
		}
		sum.Finished++
	}
	sum.Took = time.Since(begin)
	return sum, nil
}

// Command returns the cobra command.
func (im *Importer) Command() *cobra.Command {
	return &cobra.Command{
		Use:   "import PARTITION",
		Args:  cobra.ExactArgs(1),
		Short: "import one partition and publish it",
		RunE: func(cmd *cobra.Command, args []string) error {
			sum, err := im.run(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			im.log.Info("import finished", "steps", sum.Finished, "took", sum.Took)
			staged := filepath.Join(im.root, "staging", args[0])
			return os.Rename(staged, filepath.Join(im.root, "live", args[0]))
		},
	}
}
