// Package ok searches words in a set of dictionaries for as long as the reader's patience lasts. When that
// is over, it returns what it has without an error and says so in the result: Complete is part of the
// answer, and the page shows it.
package ok

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Hit is a word in a dictionary.
type Hit struct {
	Word string `json:"word"`
	Dict string `json:"dict"`
	Rank int    `json:"rank"`
}

// Result is what was found. Complete tells whether all dictionaries were searched.
type Result struct {
	Hits     []Hit `json:"hits"`
	Searched int   `json:"searched"`
	Complete bool  `json:"complete"`
}

// Dictionary is searched.
type Dictionary interface {
	Find(ctx context.Context, word string) ([]Hit, error)
}

// Library has dictionaries.
type Library struct {
	dicts    []Dictionary
	patience time.Duration
}

// Search returns what can be found within the library's patience. The end of the caller's own context is
// an error.
func (l *Library) Search(ctx context.Context, word string) (*Result, error) {
	limited, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	res := &Result{}
	for _, d := range l.dicts {
		hits, err := d.Find(limited, word)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, context.DeadlineExceeded) && limited.Err() != nil {
			return res.sorted(), nil
		}
		if err != nil {
			return nil, fmt.Errorf("search %q: %w", word, err)
		}
		res.Hits = append(res.Hits, hits...)
		res.Searched++
	}
	res.Complete = true
	return res.sorted(), nil
}

func (r *Result) sorted() *Result {
	slices.SortFunc(r.Hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Word, b.Word))
	})
	return r
}

// ServeHTTP searches the word of a query.
func (l *Library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	res, err := l.Search(r.Context(), r.FormValue("word"))
	if err != nil {
		http.Error(w, "cannot search", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(res)
}
