// Package started has goroutines that a loop starts.
package started

import (
	"context"
	"database/sql"
	"log"
	"sync"
	"time"
)

type studio struct {
	edits <-chan string
	slots chan struct{}
	db    *sql.DB
	wg    sync.WaitGroup
}

func (s *studio) preview(ctx context.Context, piece string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	_, err := s.db.ExecContext(ctx, "UPDATE previews SET done = true WHERE piece = $1", piece)
	return err
}

func (s *studio) Work(ctx context.Context) error {
	for {
		select {
		case piece := <-s.edits:
			s.slots <- struct{}{}
			go func() {
				defer func() { <-s.slots }()
				if err := s.preview(context.Background(), piece); err != nil { // want `the loop that starts this goroutine ends with ctx, the work in it, under context.Background\(\), does not`
					log.Print(err)
				}
			}()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// They are counted, and finished on purpose.
func (s *studio) Counted(ctx context.Context) error {
	defer s.wg.Wait()
	for {
		select {
		case piece := <-s.edits:
			s.wg.Add(1)
			go func() {
				defer s.wg.Done()
				if err := s.preview(context.Background(), piece); err != nil {
					log.Print(err)
				}
			}()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// The author thought of it.
func (s *studio) Meant(ctx context.Context) error {
	for {
		select {
		case piece := <-s.edits:
			go func() {
				if err := s.preview(context.WithoutCancel(ctx), piece); err != nil {
					log.Print(err)
				}
			}()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// The loop does not end with the context.
func (s *studio) All(ctx context.Context, pieces []string) {
	for _, piece := range pieces {
		go func() {
			if err := s.preview(context.Background(), piece); err != nil {
				log.Print(err)
			}
		}()
	}
}
