// Package good renders hymn sheets to PNG with a command line tool. The process is killed
// when the request ends or the budget is spent.
package good

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

var sheetName = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)

// runner runs one program with common arguments.
type runner struct {
	program string
	common  []string
}

func (t runner) run(ctx context.Context, args ...string) ([]byte, error) {
	var out, problems bytes.Buffer
	cmd := exec.CommandContext(ctx, t.program, append(t.common[:len(t.common):len(t.common)], args...)...)
	cmd.Stdout, cmd.Stderr = &out, &problems
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", t.program, err, problems.Bytes())
	}
	return out.Bytes(), nil
}

// Sheets renders hymns below a directory.
type Sheets struct {
	dir    string
	tool   runner
	budget time.Duration
	log    *slog.Logger
}

// Render returns the sheet of one hymn as PNG.
func (s *Sheets) Render(ctx context.Context, hymn string) ([]byte, error) {
	if !sheetName.MatchString(hymn) {
		return nil, fs.ErrNotExist
	}
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	s.log.DebugContext(ctx, "render", "hymn", hymn)
	return s.tool.run(ctx, "--png", "-", filepath.Join(s.dir, hymn+".ly"))
}

// ServeHTTP answers with a sheet.
func (s *Sheets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	png, err := s.Render(r.Context(), r.PathValue("hymn"))
	if errors.Is(err, fs.ErrNotExist) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		s.log.ErrorContext(r.Context(), "render", "err", err)
		http.Error(w, "no sheet", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(png)
}
