package flock

import (
	"context"
	"time"
)

type Flock struct{}

func New(path string) *Flock { return nil }

func (f *Flock) Lock() error   { return nil }
func (f *Flock) Unlock() error { return nil }

func (f *Flock) TryLockContext(ctx context.Context, d time.Duration) (bool, error) { return false, nil }
