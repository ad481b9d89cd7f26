// Package bad keeps mirrors of git repositories on a volume that several replicas share. A webhook
// refreshes a mirror; a lock file keeps the replicas out of each other's way.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"github.com/gofrs/flock"
)

const refreshLimit = 2 * time.Minute

var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// Mirrors is the volume.
type Mirrors struct {
	root string
	log  *slog.Logger
}

// exclusively runs fn while no other replica works on the mirror.
func (m *Mirrors) exclusively(ctx context.Context, name string, fn func(ctx context.Context, dir string) error) (err error) {
	dir := filepath.Join(m.root, name+".git")
	lock := flock.New(dir + ".lock")
	if err := lock.Lock(); err != nil { // EXPECT blocking-no-ctx
		return fmt.Errorf("lock mirror %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	return fn(ctx, dir)
}

func fetch(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, "git", "--git-dir", dir, "fetch", "--prune", "--quiet", "origin")
	cmd.WaitDelay = 3 * time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("fetch into %s: %w: %s", dir, err, out)
	}
	return nil
}

// ServeHTTP refreshes the mirror named in the path.
func (m *Mirrors) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("mirror")
	if !validName.MatchString(name) {
		http.NotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), refreshLimit)
	defer cancel()
	if err := m.exclusively(ctx, name, fetch); err != nil { // OR blocking-no-ctx
		m.log.ErrorContext(ctx, "mirror not refreshed", "mirror", name, "err", err)
		http.Error(w, "refresh failed", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
