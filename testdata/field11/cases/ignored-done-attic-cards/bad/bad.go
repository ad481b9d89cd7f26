// Package bad takes stock of an archive of scanned index cards on request. The walk through
// the folders never looks at the context: after the visitor has left, or the time limit has
// passed, it reads on until it has seen every card of the archive.
package bad

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"time"
)

// Ledger keeps the fingerprints of the last stock-taking.
type Ledger interface {
	Replace(ctx context.Context, prints map[string]string) (changed int, err error)
}

// Archive is a tree of small files.
type Archive struct {
	files  fs.FS
	ledger Ledger
	limit  time.Duration
	log    *slog.Logger
}

// ServeHTTP takes stock and answers how many cards have changed.
func (a *Archive) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), a.limit)
	defer cancel()
	changed, err := a.takeStock(ctx)
	if err != nil {
		a.log.ErrorContext(ctx, "take stock", "err", err)
		http.Error(w, "cannot take stock", http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(w, "%d cards changed\n", changed)
}

func (a *Archive) takeStock(ctx context.Context) (int, error) {
	prints := make(map[string]string)
	err := fs.WalkDir(a.files, ".", func(path string, d fs.DirEntry, err error) error { // EXPECT ignored-done
		if err != nil {
			return err
		}
		if !d.Type().IsRegular() {
			return nil
		}
		card, err := fs.ReadFile(a.files, path) // OR ignored-done
		if err != nil {
			return err
		}
		sum := sha256.Sum256(card)
		prints[path] = hex.EncodeToString(sum[:])
		return nil // OR ignored-done
	})
	if err != nil {
		return 0, fmt.Errorf("walk archive: %w", err)
	}
	return a.ledger.Replace(ctx, prints)
}
