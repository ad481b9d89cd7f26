// Package good prints maps. A job has a time limit; its end state is written under a
// context of its own.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"gorm.io/gorm"
)

// Job is a row.
type Job struct {
	ID     int64 `gorm:"primaryKey"`
	Map    string
	State  string
	Reason string
}

// Press prints one map.
type Press interface {
	Print(ctx context.Context, name string) error
}

// Shop runs jobs.
type Shop struct {
	db    *gorm.DB
	press Press
	limit time.Duration
	log   *slog.Logger
}

// Run prints the job's map and keeps its state.
func (s *Shop) Run(ctx context.Context, id int64) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()

	var job Job
	if err := s.db.WithContext(ctx).First(&job, id).Error; err != nil {
		return fmt.Errorf("load job %d: %w", id, err)
	}
	if err := s.mark(ctx, &job, "printing", ""); err != nil {
		return err
	}
	if err := s.press.Print(ctx, job.Map); err != nil {
		mctx, done := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer done()
		if merr := s.mark(mctx, &job, "failed", err.Error()); merr != nil {
			s.log.ErrorContext(ctx, "job stays open", "job", id, "err", merr)
		}
		return fmt.Errorf("print job %d: %w", id, err)
	}
	return s.mark(ctx, &job, "printed", "")
}

func (s *Shop) mark(ctx context.Context, job *Job, state, reason string) error {
	change := map[string]any{"state": state, "reason": reason}
	if err := s.db.WithContext(ctx).Model(job).Updates(change).Error; err != nil {
		return fmt.Errorf("mark job %d %s: %w", job.ID, state, err)
	}
	return nil
}
