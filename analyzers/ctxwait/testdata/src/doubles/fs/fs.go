// Package fs has an interface, what implements it, and what stands in for that.
package fs

import "time"

type FS interface {
	Stat(name string) error
	List(name string) error
}

type disk struct{}

func (disk) Stat(name string) error { return nil }

// List waits for a device that has to spin up.
func (disk) List(name string) error {
	time.Sleep(10 * time.Second)
	return nil
}

func New(kind string) FS {
	if kind == "fake" {
		return &fakeFS{latency: time.Minute}
	}
	return disk{}
}

// A fakeFS is as slow as it is told to be.
type fakeFS struct{ latency time.Duration }

func (f *fakeFS) Stat(name string) error { time.Sleep(f.latency); return nil }
func (f *fakeFS) List(name string) error { return nil }

type walker struct{ fs FS }

// Fakery is a name like any other.
type Fakery struct{}

func (Fakery) Stat(name string) error { return nil }
func (Fakery) List(name string) error { return nil }

func (w *walker) all(names []string) error {
	for _, name := range names {
		if err := w.fs.Stat(name); err != nil {
			return err
		}
	}
	return nil
}
