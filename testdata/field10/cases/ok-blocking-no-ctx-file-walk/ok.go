// Package ok counts the pages of a parish's scanned registers.
// fs.WalkDirFunc has no place for a context, so the walk keeps the caller's in a field for as long
// as it lasts: visit and pages have none among their parameters and obey it all the same.
package ok

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
)

// Count is what was found in a register.
type Count struct {
	Volumes int
	Pages   int
}

// Registers is the tree of all registers.
type Registers struct {
	tree fs.FS
	log  *slog.Logger
}

// ServeHTTP answers how many volumes and pages a parish has.
func (r *Registers) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	parish := req.PathValue("parish")
	c, err := r.Count(req.Context(), parish)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		http.NotFound(w, req)
	case err != nil:
		r.log.ErrorContext(req.Context(), "registers not counted", "parish", parish, "err", err)
		http.Error(w, "registers not available", http.StatusInternalServerError)
	default:
		fmt.Fprintf(w, "%d volumes, %d pages\n", c.Volumes, c.Pages)
	}
}

// Count walks the registers of a parish.
func (r *Registers) Count(ctx context.Context, parish string) (Count, error) {
	if !fs.ValidPath(parish) {
		return Count{}, fs.ErrNotExist
	}
	w := walk{ctx: ctx, tree: r.tree}
	if err := fs.WalkDir(r.tree, parish, w.visit); err != nil {
		return Count{}, fmt.Errorf("registers of %s: %w", parish, err)
	}
	return w.count, nil
}

// walk is the state of one call of Count and lives no longer than that.
type walk struct {
	ctx   context.Context
	tree  fs.FS
	count Count
}

func (w *walk) visit(name string, d fs.DirEntry, err error) error {
	if err == nil {
		err = w.ctx.Err()
	}
	if err != nil {
		return err
	}
	if d.IsDir() || path.Ext(name) != ".idx" {
		return nil
	}
	n, err := w.pages(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	w.count.Volumes++
	w.count.Pages += n
	return nil
}

// pages counts the lines of an index file, one a page.
func (w *walk) pages(name string) (int, error) {
	f, err := w.tree.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	n := 0
	lines := bufio.NewScanner(io.LimitReader(f, 8<<20))
	for lines.Scan() {
		if n++; n%1000 == 0 && w.ctx.Err() != nil {
			return n, w.ctx.Err()
		}
	}
	return n, lines.Err()
}
