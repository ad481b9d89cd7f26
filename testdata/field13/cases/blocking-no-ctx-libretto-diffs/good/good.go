// Package good shows how a libretto has changed between two rehearsals. git runs under the
// request's context, so closing the page ends it.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
)

var revision = regexp.MustCompile(`^[0-9a-f]{7,40}$`)

// Desk serves the librettos of one repository.
type Desk struct {
	repo string
	log  *slog.Logger
}

// Routes returns the pages of the desk.
func (d *Desk) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /diff/{from}/{to}", d.diff)
	mux.HandleFunc("GET /rehearsals", d.rehearsals)
	return mux
}

func (d *Desk) diff(w http.ResponseWriter, r *http.Request) {
	from, to := r.PathValue("from"), r.PathValue("to")
	if !revision.MatchString(from) || !revision.MatchString(to) {
		http.Error(w, "no such rehearsal", http.StatusNotFound)
		return
	}
	text, err := d.git(r.Context(), "diff", "--word-diff", from, to, "--", "libretto")
	if err != nil {
		d.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, text)
}

func (d *Desk) rehearsals(w http.ResponseWriter, r *http.Request) {
	text, err := d.git(r.Context(), "log", "--format=%h %as %s", "--", "libretto")
	if err != nil {
		d.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		fmt.Fprintln(w, line)
	}
}

func (d *Desk) fail(w http.ResponseWriter, err error) {
	d.log.Error("git", "err", err)
	http.Error(w, "the repository is not available", http.StatusInternalServerError)
}

// git runs one git command in the repository.
func (d *Desk) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = d.repo
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return string(out), nil
}
