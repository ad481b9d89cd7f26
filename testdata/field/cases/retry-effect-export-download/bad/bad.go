// Package bad serves exports out of an object store.
// When reading from the store breaks off, the copy to the client is started again from the beginning.
// What was already written cannot be taken back: the client gets the first part twice.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

const attempts = 4

// Store gives access to objects from an offset.
type Store interface {
	Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error)
}

// Exports serves what is in a store.
type Exports struct {
	store Store
	log   *slog.Logger
}

// ServeHTTP implements http.Handler.
func (e *Exports) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	w.Header().Set("Content-Type", "text/csv")
	if err := e.stream(r.Context(), w, name); err != nil {
		e.log.Error("export broken off", "name", name, "err", err)
		panic(http.ErrAbortHandler)
	}
}

func (e *Exports) stream(ctx context.Context, w io.Writer, name string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for n := 1; ; n++ { // OR retry-effect
		_, err := e.copy(ctx, w, name, 0) // EXPECT retry-effect
		if err == nil {
			return nil
		}
		if n == attempts || ctx.Err() != nil {
			return fmt.Errorf("stream %s: %w", name, err)
		}
		e.log.Warn("store broke off", "name", name, "n", n, "err", err)
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(n) * 200 * time.Millisecond):
		}
	}
}

func (e *Exports) copy(ctx context.Context, w io.Writer, name string, offset int64) (int64, error) {
	src, err := e.store.Open(ctx, name, offset)
	if err != nil {
		return 0, err
	}
	defer src.Close()
	return io.Copy(w, src) // OR retry-effect
}
