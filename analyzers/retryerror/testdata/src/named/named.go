package named

import (
	"context"
	"errors"
	"fmt"
	"log"
	"named/vault"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type secrets struct{ c *vault.Client }

func policy(ctx context.Context) backoff.BackOff {
	return backoff.WithContext(backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(3*time.Minute)), ctx)
}

// What the client names a refusal is repeated for minutes.
func (s *secrets) get(ctx context.Context, u string) (string, error) {
	read := func() (string, error) {
		v, err := s.c.Read(ctx, u)
		return v, err
	}
	return backoff.RetryWithData(read, backoff.WithContext(backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(3*time.Minute)), ctx)) // want `repeats also vault.ErrRefused, by which \(\*Client\).Read says that the answer stays the same: .*; mark it as permanent`
}

func (s *secrets) loop(ctx context.Context, id string) (n int, err error) {
	for range 5 { // want `repeats also vault.ErrMissing, by which \(\*Client\).Row says that the answer stays the same: .*; return at it`
		if n, err = s.c.Row(ctx, id); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

func (s *secrets) marked(ctx context.Context, u string) (string, error) {
	read := func() (string, error) {
		v, err := s.c.Read(ctx, u)
		if errors.Is(err, vault.ErrRefused) {
			return "", backoff.Permanent(err)
		}
		return v, err
	}
	return backoff.RetryWithData(read, policy(ctx))
}

func (s *secrets) loopRight(ctx context.Context, id string) (n int, err error) {
	for range 5 {
		n, err = s.c.Row(ctx, id)
		if err == nil || errors.Is(err, vault.ErrMissing) {
			return n, err
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

// A failure that passes has a name as well.
func (s *secrets) busy(ctx context.Context, u string) (err error) {
	for range 5 {
		if err = s.c.Busy(ctx, u); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// It waits for the row.
func (s *secrets) waitForRow(ctx context.Context, id string) (n int, err error) {
	for range 5 {
		if n, err = s.c.Row(ctx, id); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

// The delays are nothing to speak of.
func (s *secrets) short(ctx context.Context, id string) (n int, err error) {
	for range 3 {
		if n, err = s.c.Row(ctx, id); err == nil {
			return n, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return 0, err
}

// A function that gets the error may tell.
func (s *secrets) asked(ctx context.Context, u string) (string, error) {
	read := func() (string, error) {
		v, err := s.c.Read(ctx, u)
		if final(err) {
			return "", backoff.Permanent(err)
		}
		return v, err
	}
	return backoff.RetryWithData(read, policy(ctx))
}

func final(err error) bool { log.Print(err); return fmt.Sprint(err) == "refused" }

func (s *secrets) role(ctx context.Context, u string) (err error) {
	for range 5 { // want `repeats also vault.ErrRefused, by which \(\*Client\).Role says that the answer stays the same`
		if err = s.c.Role(ctx, u); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A number that is not the status says nothing.
func (s *secrets) count(ctx context.Context, u string) (err error) {
	for range 5 {
		if err = s.c.Count(ctx, u); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
