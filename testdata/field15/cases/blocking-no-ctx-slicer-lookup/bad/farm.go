// Package farm prepares models for a farm of 3D printers. Slicing is left to a program that
// is installed under different names on different hosts.
package farm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	sliceLimit = 2 * time.Minute
	oldest     = "2.7"
)

var errNoSlicer = errors.New("no usable slicer on this host")

// Farm turns models into printer programs.
type Farm struct {
	models     string   // directory
	candidates []string // names of the slicer, best first
	log        *slog.Logger
}

// ServeHTTP slices the model named in the path.
func (f *Farm) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), sliceLimit)
	defer cancel()
	program, err := f.Slice(ctx, filepath.Join(f.models, filepath.Base(r.PathValue("model"))))
	if errors.Is(err, errNoSlicer) {
		http.Error(w, err.Error(), http.StatusNotImplemented)
		return
	}
	if err != nil {
		f.log.ErrorContext(ctx, "model not sliced", "model", r.PathValue("model"), "err", err)
		http.Error(w, "cannot slice this model", http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "text/x.gcode")
	_, _ = w.Write(program)
}

// Slice returns the printer program for a model.
func (f *Farm) Slice(ctx context.Context, model string) ([]byte, error) {
	slicer, err := f.find() // OR blocking-no-ctx
	if err != nil {
		return nil, err
	}
	var out, problems bytes.Buffer
	cmd := exec.CommandContext(ctx, slicer, "--export-gcode", "--output", "-", model)
	cmd.Stdout, cmd.Stderr = &out, &problems
	cmd.WaitDelay = 3 * time.Second
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", slicer, err, problems.Bytes())
	}
	return out.Bytes(), nil
}

// find returns the first candidate that is installed and not too old.
func (f *Farm) find() (string, error) {
	for _, name := range f.candidates {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		out, err := exec.Command(path, "--version").Output() // EXPECT blocking-no-ctx
		if err != nil {
			f.log.Warn("slicer does not tell its version", "path", path, "err", err)
			continue
		}
		if v := strings.TrimSpace(string(out)); v >= oldest {
			return path, nil
		}
	}
	return "", errNoSlicer
}
