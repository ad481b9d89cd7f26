package rule

import (
	"bytes"
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
