// Package bad searches the index of a fossil collection. The loop looks at the context after
// every record, but the break leaves the select only: a search that was called off still
// goes through the whole index and answers as if nothing had happened.
package bad

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
	for at := s.index.From(0); at.Valid(); at.Next() { // OR ignored-done
		f, err := at.Fossil()
		if err != nil {
			return nil, fmt.Errorf("read record: %w", err)
		}
		if strings.EqualFold(f.Genus, genus) {
			found = append(found, f)
		}
		select {
		case <-ctx.Done(): // OR ignored-done
			break // EXPECT ignored-done
		default:
		}
	}
	return found, nil
}
