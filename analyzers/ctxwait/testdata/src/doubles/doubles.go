// Package doubles calls an interface that something real and something for tests implement.
package doubles

import (
	"context"

	"doubles/fs"
)

type service struct{ files fs.FS }

// Only what tests put there waits.
func (s *service) stat(ctx context.Context, name string) error {
	if err := s.files.Stat(name); err != nil {
		return err
	}
	return ctx.Err()
}

// The real one waits.
func (s *service) list(ctx context.Context, name string) error {
	if err := s.files.List(name); err != nil { // want `FS.List → time.Sleep of 10s \(fs.go:17\) does not end when ctx does`
		return err
	}
	return ctx.Err()
}

// Within the package, by the types that implement the interface.
type mail interface{ send(to string) error }

type smtp struct{}

func (smtp) send(to string) error { return nil }

type mockMail struct{ wait chan struct{} }

func (m mockMail) send(to string) error { <-m.wait; return nil }

func notify(ctx context.Context, m mail) error {
	if err := m.send("x"); err != nil {
		return err
	}
	return ctx.Err()
}
