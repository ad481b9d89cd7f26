package rule

import (
	"bytes"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// indented returns a fix whose new lines are indented like the line that they are put into: not
// every driver formats what it has changed.
func (p *Pass) indented(fix analysis.SuggestedFix) analysis.SuggestedFix {
	fix.TextEdits = slices.Clone(fix.TextEdits)
	for i, e := range fix.TextEdits {
		if bytes.IndexByte(e.NewText, '\n') >= 0 {
			fix.TextEdits[i].NewText = []byte(strings.ReplaceAll(string(e.NewText), "\n", "\n"+p.indent(e.Pos)))
		}
	}
	return fix
}

// indent returns the white space at the start of the line that pos is in.
func (p *Pass) indent(pos token.Pos) string {
	file := p.Code.Fset.File(pos)
	if file == nil || p.pass.ReadFile == nil {
		return ""
	}
	src, err := p.pass.ReadFile(file.Name())
	if err != nil || len(src) != file.Size() {
		return ""
	}
	line := src[file.Offset(file.LineStart(file.PositionFor(pos, false).Line)):]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// LineStart returns the start of the line that a node begins, and the white space in between; it
// returns false if something else is in front of it on that line.
func (p *Pass) LineStart(n ast.Node) (start token.Pos, indent string, ok bool) {
	file := p.Code.Fset.File(n.Pos())
	if file == nil {
		return token.NoPos, "", false
	}
	start = file.LineStart(file.PositionFor(n.Pos(), false).Line)
	indent = p.indent(n.Pos())
	return start, indent, start+token.Pos(len(indent)) == n.Pos()
}

// LineOf returns the edit that takes away the lines of a node, nil if anything else is on them.
func (p *Pass) LineOf(n ast.Node) *analysis.TextEdit {
	start, _, ok := p.LineStart(n)
	file := p.Code.Fset.File(n.End())
	if !ok || file == nil {
		return nil
	}
	src, err := p.pass.ReadFile(file.Name())
	if err != nil || len(src) != file.Size() {
		return nil
	}
	rest := src[file.Offset(n.End()):]
	end := bytes.IndexByte(rest, '\n')
	if end < 0 || len(bytes.TrimSpace(rest[:end])) > 0 {
		return nil
	}
	return &analysis.TextEdit{Pos: start, End: n.End() + token.Pos(end+1)}
}
