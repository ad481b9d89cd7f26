// Package bad is the command that copies a shop's shelf pictures to its branches.
// Five minutes are the limit for all tries of a branch. The copying program has none, and when it
// hangs on a dead mount the limit is never looked at.
package bad

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
		backoff.WithMaxElapsedTime(5*time.Minute), // OR retry-timeout
	)
	return backoff.Retry(func() error { // OR retry-timeout
		cmd := exec.CommandContext(ctx, s.program, "-a", dir+"/", branch+":shelf/") // OR retry-timeout
		cmd.WaitDelay = 5 * time.Second
		out, err := cmd.CombinedOutput() // EXPECT retry-timeout
		if err != nil {
			s.log.Warn("copy failed", "branch", branch, "err", err, "output", string(out))
		}
		return err
	}, backoff.WithContext(policy, ctx))
}
