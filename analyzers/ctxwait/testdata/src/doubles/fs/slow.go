package fs

import (
	"testing"
	"time"
)

// A slowFS is told by its file to be for tests.
type slowFS struct{}

func Slow(t testing.TB) FS { return slowFS{} }

func (slowFS) Stat(name string) error { time.Sleep(time.Minute); return nil }
func (slowFS) List(name string) error { return nil }
