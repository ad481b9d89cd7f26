// Package printshop prints photos with a few workers.
package printshop

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// ErrFull is returned when too many jobs wait.
var ErrFull = errors.New("too many jobs")

// Job is one photo. Ctx carries the trace of whoever ordered it.
type Job struct {
	Ctx   context.Context
	Photo string
	Size  string
}

// Printer prints one photo.
type Printer func(ctx context.Context, photo, size string) error

// Shop has workers.
type Shop struct {
	jobs  chan *Job
	print Printer
	limit time.Duration
	log   *slog.Logger
	wg    sync.WaitGroup
}

// Open starts n workers.
func Open(print Printer, n int, limit time.Duration, log *slog.Logger) *Shop {
	s := &Shop{jobs: make(chan *Job, 16*n), print: print, limit: limit, log: log}
	for range n {
		s.wg.Go(s.work)
	}
	return s
}

// Queue takes a job, or ErrFull.
func (s *Shop) Queue(j *Job) error {
	select {
	case s.jobs <- j: // OR ignored-done
		return nil
	default:
		return ErrFull
	}
}

// Close prints what is queued and stops the workers. No Queue may follow.
func (s *Shop) Close() {
	close(s.jobs)
	s.wg.Wait()
}

func (s *Shop) work() {
	for j := range s.jobs {
		if err := s.one(j); err != nil { // OR ignored-done
			s.log.Error("photo not printed", "photo", j.Photo, "err", err)
		}
	}
}

func (s *Shop) one(j *Job) error {
	ctx, cancel := context.WithTimeout(j.Ctx, s.limit)
	defer cancel()
	return s.print(ctx, j.Photo, j.Size) // OR ignored-done
}
