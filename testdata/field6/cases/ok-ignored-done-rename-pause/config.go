// Package ok keeps a device's configuration in a file that it replaces as a whole.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Config is what the device remembers.
type Config struct {
	Name    string            `json:"name"`
	Options map[string]string `json:"options"`
}

// File is the place of the configuration.
type File struct{ path string }

// NewFile returns the configuration at path.
func NewFile(path string) *File { return &File{path: path} }

// Save replaces the configuration.
func (f *File) Save(ctx context.Context, c Config) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(f.path), ".config-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(text)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return fmt.Errorf("write configuration: %w", err)
	}
	return replace(tmp.Name(), f.path)
}

// replace moves a file over another one. On Windows a virus scanner may hold the target for a
// few milliseconds.
func replace(from, to string) error {
	var err error
	for try := range 3 {
		if try > 0 {
			time.Sleep(5 * time.Millisecond)
		}
		if err = os.Rename(from, to); !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	return err
}
