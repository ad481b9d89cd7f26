package combine

import (
	"bytes"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// fixes are the edits, by file, of the fixes chosen so far.
type fixes map[*token.File][]edit

// An edit replaces what stands between two offsets.
type edit struct {
	from, to int
	text     []byte
}

// choose returns the fix to hand to golangci-lint for a finding, none if there
// is no safe one. golangci-lint applies all fixes of a finding, not the first
// alone; it leaves out edits of other files and applies the rest; and it
// refuses all fixes in a file if two of them overlap.
func (f fixes) choose(fset *token.FileSet, d analysis.Diagnostic) []analysis.SuggestedFix {
	if len(d.SuggestedFixes) == 0 || len(d.SuggestedFixes[0].TextEdits) == 0 {
		return nil
	}
	fix := d.SuggestedFixes[0]
	file := fset.File(d.Pos)
	var edits []edit
	for _, e := range fix.TextEdits {
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		if file == nil || !within(file, e.Pos) || !within(file, end) || end < e.Pos {
			return nil
		}
		edits = append(edits, edit{file.Offset(e.Pos), file.Offset(end), e.NewText})
	}
	for i, e := range edits {
		for _, other := range edits[:i] {
			// golangci-lint makes one of two equal edits, so that here something would be missing.
			if e.equals(other) || e.clashes(other) {
				return nil
			}
		}
		for _, other := range f[file] {
			if !e.equals(other) && e.clashes(other) {
				return nil
			}
		}
	}
	f[file] = append(f[file], edits...)
	return []analysis.SuggestedFix{fix}
}

// within reports whether pos is in file or at its end.
func within(file *token.File, pos token.Pos) bool {
	return file.Base() <= int(pos) && int(pos) <= file.Base()+file.Size()
}

func (e edit) equals(o edit) bool {
	return e.from == o.from && e.to == o.to && bytes.Equal(e.text, o.text)
}

// clashes reports whether both edits cannot be made, or not in one way only:
// they overlap, or insert at the same place.
func (e edit) clashes(o edit) bool {
	if e.from == e.to && o.from == o.to {
		return e.from == o.from
	}
	return e.from < o.to && o.from < e.to
}
