// Package ok writes the state of a scheduler to a disk that may be full for a moment.
// It is right although a write to a file is repeated: each attempt begins a new temporary file, and the state
// changes by a rename, which happens once.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const attempts = 5

// State is what must survive a restart.
type State struct {
	Next map[string]time.Time `json:"next"`
	Runs int64                `json:"runs"`
}

// File keeps a State.
type File struct {
	path  string
	pause time.Duration
}

// New returns the file at path.
func New(path string) *File { return &File{path: path, pause: 200 * time.Millisecond} }

// Save replaces the file's content.
func (f *File) Save(ctx context.Context, s State) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		err := f.write(raw)
		if err == nil {
			return nil
		}
		if n == attempts {
			return fmt.Errorf("save state: %w", err)
		}
		t := time.NewTimer(time.Duration(n) * f.pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

func (f *File) write(raw []byte) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(f.path), ".state-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(raw); err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), f.path)
}

// Load reads the file; a missing one is an empty State.
func (f *File) Load() (State, error) {
	var s State
	raw, err := os.ReadFile(f.path)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(raw, &s)
}
