package changes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Since returns what changed in the work tree around dir since it left the revision: all that is
// different from where the two histories parted, committed or not, and files that git does not know
// yet. Such files count as new unless git ignores them.
func Since(ctx context.Context, dir, rev string) (*Set, error) {
	g := git{ctx, dir}
	top, err := g.run("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("%s is not in the work tree of a git repository: %w", dir, err)
	}
	top = strings.TrimSuffix(top, "\n")
	commit, err := g.run("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("git knows no revision %q%s", rev, g.shallow())
	}
	base, err := g.run("merge-base", strings.TrimSpace(commit), "HEAD")
	if err != nil {
		return nil, fmt.Errorf("%q and HEAD have no commit in common%s", rev, g.shallow())
	}
	// What the user has configured for his own eyes must not show.
	text, err := g.run("-c", "core.quotePath=true", "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=0",
		"--src-prefix=a/", "--dst-prefix=b/", "--find-renames", "--ignore-submodules", "--no-relative", strings.TrimSpace(base), "--")
	if err != nil {
		return nil, err
	}
	untracked, err := git{ctx, top}.run("ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	s := newSet()
	if text != "" {
		if s, err = Parse(strings.NewReader(text), top); err != nil {
			return nil, fmt.Errorf("git diff: %w", err)
		}
	}
	for name := range strings.SplitSeq(untracked, "\x00") {
		if name != "" {
			s.addAll(filepath.Join(top, filepath.FromSlash(name)))
		}
	}
	return s, nil
}

// Top returns the root of the work tree around dir, "" if there is none.
func Top(ctx context.Context, dir string) string {
	top, err := git{ctx, dir}.run("rev-parse", "--show-toplevel")
	if err != nil {
		return ""
	}
	return filepath.FromSlash(strings.TrimSuffix(top, "\n"))
}

type git struct {
	ctx context.Context
	dir string
}

func (g git) run(args ...string) (string, error) {
	cmd := exec.CommandContext(g.ctx, "git", args...)
	cmd.Dir = g.dir
	cmd.Env = environ()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return string(out), nil
	}
	var exit *exec.ExitError
	if text := strings.TrimSpace(stderr.String()); errors.As(err, &exit) && text != "" {
		first, _, _ := strings.Cut(text, "\n")
		err = errors.New(first)
	}
	return "", err
}

// environ is the environment without what git sets for the hooks that it runs: there GIT_DIR and the
// index may be named relative to the root, and in any other directory git takes that for the root.
func environ() []string {
	if os.Getenv("GIT_WORK_TREE") != "" {
		return nil // someone means it
	}
	return slices.DeleteFunc(os.Environ(), func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return name == "GIT_DIR" || name == "GIT_INDEX_FILE" || name == "GIT_PREFIX"
	})
}

// shallow returns a hint for those who have cloned too little to compare with anything.
func (g git) shallow() string {
	if out, err := g.run("rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(out) == "true" {
		return "; the clone is shallow: fetch all of the history first (in GitHub Actions, actions/checkout with fetch-depth: 0)"
	}
	return ""
}
