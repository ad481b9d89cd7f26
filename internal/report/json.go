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
// diagnostics. Positions are relative to dir for files below it, as in the text output, so
// that the same tree checked out elsewhere gives the same bytes; the files of edits are absolute.
func JSON(w io.Writer, findings []Finding, dir string) error {
	posn := func(p Position) string {
		p.File = Rel(dir, p.File)
		return p.String()
	}
	tree := make(map[string]map[string][]jsonFinding)
	for _, f := range findings {
		j := jsonFinding{
			Category: f.Category,
			Posn:     posn(f.Pos),
			End:      posn(orPos(f.End, f.Pos)),
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
			j.Related = append(j.Related, jsonRelated{posn(r.Pos), posn(orPos(r.End, r.Pos)), r.Message})
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
