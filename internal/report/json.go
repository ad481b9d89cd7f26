package report

import (
	"encoding/json"
	"io"
)

// These types write the tree that go vet -json prints. The order of the fields is that of
// golang.org/x/tools/go/analysis/internal, so that the two outputs can be compared as text.
type (
	jsonEdit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"`
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
	jsonFinding struct {
		Category string        `json:"category,omitempty"`
		Posn     string        `json:"posn"`
		End      string        `json:"end"`
		Message  string        `json:"message"`
		Fixes    []jsonFix     `json:"suggested_fixes,omitempty"`
		Related  []jsonRelated `json:"related,omitempty"`
	}
)

// JSON writes findings as the tree that go vet -json prints: package ID, analyzer, list of
// diagnostics. File names are absolute.
func JSON(w io.Writer, findings []Finding) error {
	tree := make(map[string]map[string][]jsonFinding)
	for _, f := range findings {
		j := jsonFinding{
			Category: f.Category,
			Posn:     f.Pos.String(),
			End:      orPos(f.End, f.Pos).String(),
			Message:  f.Message,
		}
		for _, fix := range f.Fixes {
			jf := jsonFix{Message: fix.Message}
			for _, e := range fix.Edits {
				jf.Edits = append(jf.Edits, jsonEdit{e.File, e.Start, e.End, e.New})
			}
			j.Fixes = append(j.Fixes, jf)
		}
		for _, r := range f.Related {
			j.Related = append(j.Related, jsonRelated{r.Pos.String(), orPos(r.End, r.Pos).String(), r.Message})
		}
		if tree[f.Package] == nil {
			tree[f.Package] = make(map[string][]jsonFinding)
		}
		tree[f.Package][f.Analyzer] = append(tree[f.Package][f.Analyzer], j)
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

func orPos(p, q Position) Position {
	if p.IsValid() {
		return p
	}
	return q
}
