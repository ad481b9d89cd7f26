// Package good searches the index of a fossil collection. A search that was called off, or has
// used up its time, ends at the next record with the error of its context.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

const searchLimit = 3 * time.Second

// Fossil is one record.
type Fossil struct {
	Number int    `json:"number"`
	Genus  string `json:"genus"`
	Layer  string `json:"layer"`
}

// Cursor goes through records in memory.
type Cursor interface {
	Valid() bool
	Next()
	Fossil() (Fossil, error)
}

// Index is ordered by number.
type Index interface {
	From(number int) Cursor
}

// Search is the HTTP endpoint.
type Search struct {
	index Index
	log   *slog.Logger
}

// ServeHTTP answers with the fossils of a genus.
func (s *Search) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), searchLimit)
	defer cancel()
	found, err := s.genus(ctx, r.URL.Query().Get("genus"))
	if err != nil {
		s.log.ErrorContext(ctx, "search", "err", err)
		http.Error(w, "search failed", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(found)
}

func (s *Search) genus(ctx context.Context, genus string) ([]Fossil, error) {
	found := []Fossil{}
	for at := s.index.From(0); at.Valid(); at.Next() {
		f, err := at.Fossil()
		if err != nil {
			return nil, fmt.Errorf("read record: %w", err)
		}
		if strings.EqualFold(f.Genus, genus) {
			found = append(found, f)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		default:
		}
	}
	return found, nil
}
