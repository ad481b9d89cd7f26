// Package bad keeps cook books that live in git. A webhook says that a book has changed; the
// handler brings its copy up to date before it answers. The first time it clones under the
// request's context, every other time it fetches without one: a git server that stalls in
// the middle of a pack holds the webhook and the book's lock.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"time"

	"github.com/go-git/go-git/v5"
)

const updateLimit = 90 * time.Second

// Shelf holds the copies below one directory.
type Shelf struct {
	dir     string
	origins map[string]string
	busy    map[string]chan struct{}
	log     *slog.Logger
}

// NewShelf returns a shelf of the books in origins.
func NewShelf(dir string, origins map[string]string, log *slog.Logger) *Shelf {
	busy := make(map[string]chan struct{}, len(origins))
	for book := range origins {
		busy[book] = make(chan struct{}, 1)
	}
	return &Shelf{dir: dir, origins: origins, busy: busy, log: log}
}

// ServeHTTP is the webhook.
func (s *Shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	book := r.PathValue("book")
	lock, known := s.busy[book]
	if !known {
		http.NotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), updateLimit)
	defer cancel()
	select {
	case lock <- struct{}{}:
		defer func() { <-lock }()
	case <-ctx.Done():
		http.Error(w, "book is busy", http.StatusServiceUnavailable)
		return
	}
	if err := s.refresh(ctx, book); err != nil {
		s.log.ErrorContext(ctx, "refresh", "book", book, "err", err)
		http.Error(w, "cannot refresh", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Shelf) refresh(ctx context.Context, book string) error {
	path := filepath.Join(s.dir, book)
	repo, err := git.PlainOpen(path)
	if errors.Is(err, git.ErrRepositoryNotExists) {
		_, err = git.PlainCloneContext(ctx, path, true, &git.CloneOptions{URL: s.origins[book]})
		if err != nil {
			return fmt.Errorf("clone: %w", err)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	err = repo.Fetch(&git.FetchOptions{RemoteName: git.DefaultRemoteName, Force: true}) // EXPECT blocking-no-ctx // OR ignored-done
	if err != nil && !errors.Is(err, git.NoErrAlreadyUpToDate) {
		return fmt.Errorf("fetch: %w", err)
	}
	return nil
}
