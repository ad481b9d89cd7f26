// Package bad shows how a libretto has changed between two rehearsals. The handlers have
// the request's context, but the desk runs git through a helper that knows none: a diff over
// years of rehearsals goes on when the singer has long closed the page, one process a click.
package bad

import (
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
	text, err := d.git("diff", "--word-diff", from, to, "--", "libretto") // OR blocking-no-ctx
	if err != nil {
		d.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, text)
}

func (d *Desk) rehearsals(w http.ResponseWriter, r *http.Request) {
	text, err := d.git("log", "--format=%h %as %s", "--", "libretto") // OR blocking-no-ctx
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
func (d *Desk) git(args ...string) (string, error) { // OR blocking-no-ctx
	cmd := exec.Command("git", args...) // OR blocking-no-ctx
	cmd.Dir = d.repo
	out, err := cmd.Output() // EXPECT blocking-no-ctx
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return string(out), nil
}
