package named

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

const (
	scanTimeout   = 10 * time.Minute
	statusTimeout = 3 * time.Second
)

type scanner struct {
	client *http.Client
	url    string
}

func (s *scanner) status(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, statusTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return false, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return false, err
	}
	return resp.StatusCode == http.StatusOK, resp.Body.Close()
}

func passing(err error) bool {
	var ne net.Error
	return errors.As(err, &ne)
}

// The branch speaks of the limit of all attempts.
func (s *scanner) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, scanTimeout)
	defer cancel()
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		done, err := s.status(ctx)
		switch {
		case err == nil && done:
			return nil
		case errors.Is(err, context.DeadlineExceeded): // want `the error of an attempt that reached its own limit, set at forall.go:\d+, is DeadlineExceeded as well`
			return fmt.Errorf("not finished in %s: %w", scanTimeout, err)
		case err != nil && !passing(err):
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// It speaks of the attempt's.
func (s *scanner) awaitOne(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, scanTimeout)
	defer cancel()
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		done, err := s.status(ctx)
		switch {
		case err == nil && done:
			return nil
		case errors.Is(err, context.DeadlineExceeded):
			return fmt.Errorf("no answer in %s: %w", statusTimeout, err)
		case err != nil && !passing(err):
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// It asks the context of all attempts.
func (s *scanner) awaitRight(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, scanTimeout)
	defer cancel()
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		done, err := s.status(ctx)
		switch {
		case err == nil && done:
			return nil
		case ctx.Err() != nil && errors.Is(err, context.DeadlineExceeded):
			return fmt.Errorf("not finished in %s: %w", scanTimeout, err)
		case err != nil && !passing(err):
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
