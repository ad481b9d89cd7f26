// Package good is the command that copies a shop's shelf pictures to its branches.
// Five minutes are the limit for all tries of a branch, and one run of the program has a minute.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/spf13/cobra"
)

type syncer struct {
	program string
	log     *slog.Logger
}

// Command returns "sync".
func Command(log *slog.Logger) *cobra.Command {
	s := &syncer{program: "rsync", log: log}
	cmd := &cobra.Command{
		Use:  "sync DIR BRANCH...",
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			var errs []error
			for _, branch := range args[1:] {
				if err := s.branch(cmd.Context(), args[0], branch); err != nil {
					errs = append(errs, fmt.Errorf("%s: %w", branch, err))
				}
			}
			return errors.Join(errs...)
		},
	}
	return cmd
}

func (s *syncer) branch(ctx context.Context, dir, branch string) error {
	policy := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(5*time.Second),
		backoff.WithMaxElapsedTime(5*time.Minute),
	)
	return backoff.Retry(func() error {
		runCtx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		cmd := exec.CommandContext(runCtx, s.program, "-a", dir+"/", branch+":shelf/")
		cmd.WaitDelay = 5 * time.Second
		out, err := cmd.CombinedOutput()
		if err != nil {
			s.log.Warn("copy failed", "branch", branch, "err", err, "output", string(out))
		}
		return err
	}, backoff.WithContext(policy, ctx))
}
