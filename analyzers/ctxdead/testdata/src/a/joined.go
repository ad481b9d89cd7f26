package a

import (
	"context"
	"errors"
	"time"
)

type works interface {
	Run(ctx context.Context, id string) error
	MarkFailed(ctx context.Context, id string, err error) error
	Other(ctx context.Context, id string) error
}

// What becomes of the failure is joined to it.
func runJoined(ctx context.Context, w works, id string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := w.Run(ctx, id); err != nil {
		return errors.Join(err, w.MarkFailed(ctx, id, err)) // want `works.MarkFailed should record that works.Run failed, but runs under ctx, whose limit`
	}
	return nil
}

func claimJoined(ctx context.Context, s Store, w works) error {
	token, err := s.Claim(ctx, "stage")
	if err != nil {
		return err
	}
	if err := w.Run(ctx, token); err != nil {
		return errors.Join(err, s.Release(ctx, token)) // want `Store.Release takes back what Store.Claim made when works.Run fails, but under ctx`
	}
	return nil
}

// It is tried instead.
func runOther(ctx context.Context, w works, id string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := w.Run(ctx, id); err != nil {
		return w.Other(ctx, id)
	}
	return nil
}

// Under a context of its own.
func runKept(ctx context.Context, w works, id string) error {
	work, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := w.Run(work, id); err != nil {
		return errors.Join(err, w.MarkFailed(context.WithoutCancel(ctx), id, err))
	}
	return nil
}
