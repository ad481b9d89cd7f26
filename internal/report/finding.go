// Package report turns findings into what a reader, an editor or a CI system takes in.
//
// There is one type of finding, [Finding], with resolved positions and no tie to a file set or a
// syntax tree, so that findings can be kept in a cache and every format is a writer over []Finding.
package report

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/faultlint/faultlint/internal/severity"
)

// A Position is a place in a file. Line and Col count from 1, Col and Offset in bytes.
type Position struct {
	File   string
	Offset int
	Line   int
	Col    int
}

// IsValid reports whether the position names a line.
func (p Position) IsValid() bool { return p.Line > 0 }

// String returns file:line:col, or - for no position, as token.Position does.
func (p Position) String() string {
	s := p.File
	if p.IsValid() {
		if s != "" {
			s += ":"
		}
		s += strconv.Itoa(p.Line)
		if p.Col != 0 {
			s += ":" + strconv.Itoa(p.Col)
		}
	}
	if s == "" {
		s = "-"
	}
	return s
}

// A Related is one hop of the chain that proves a finding.
type Related struct {
	Pos, End Position
	Message  string
}

// An Edit replaces the bytes Start to End of a file.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// A Fix is a suggested change; its edits belong together.
type Fix struct {
	Message string
	Edits   []Edit
}

// A Finding is one diagnostic of one analyzer on one package.
type Finding struct {
	Package  string // the package's ID, as go list prints it: "p", or "p [p.test]"
	Analyzer string
	Category string
	URL      string
	Message  string
	Pos, End Position
	Func     string // the function declaration that it stands in: "F", "(*T).M", or ""
	Related  []Related
	Hops     []Position // calls that lead to it, of any package; without columns
	Fixes    []Fix

	// What follows is not of the analysis and is not kept with it.

	Severity    severity.Severity `json:"-"`
	Fingerprint string            `json:"-"` // see Identify
	Text        string            `json:"-"` // of the line, white space normalised
}

// Sort puts findings in the order of file, line, column, analyzer, message, and drops those that
// are the same to a reader, as when a file belongs to a package and to its test variant.
func Sort(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Analyzer, b.Analyzer),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.Package, b.Package),
			slices.CompareFunc(a.Related, b.Related, func(x, y Related) int {
				return cmp.Or(cmp.Compare(x.Pos.String(), y.Pos.String()), cmp.Compare(x.Message, y.Message))
			}),
		)
	})
	return slices.CompactFunc(findings, func(a, b Finding) bool {
		return a.Pos == b.Pos && a.Analyzer == b.Analyzer && a.Message == b.Message
	})
}
