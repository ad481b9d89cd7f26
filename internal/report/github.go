package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/faultlint/faultlint/internal/severity"
)

// The escapes of workflow commands. The order of the runner's own decoder is not that of a
// strings.Replacer, but as every percent sign is escaped both give the same.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub writes findings as workflow commands, which GitHub Actions shows as annotations of the
// lines. They have no place for the chain, so it is in the message.
func GitHub(w io.Writer, log *Log) error {
	bw := bufio.NewWriter(w)
	for _, f := range log.Findings {
		command := map[severity.Severity]string{severity.Error: "error", severity.Note: "notice"}[f.Severity]
		fmt.Fprintf(bw, "::%s ", cmp.Or(command, "warning"))
		if f.Pos.File != "" {
			fmt.Fprintf(bw, "file=%s,", githubProperty.Replace(log.rooted(f.Pos.File)))
		}
		if f.Pos.IsValid() {
			fmt.Fprintf(bw, "line=%d,", f.Pos.Line)
			// Columns mean nothing to the runner unless the end is on the same line.
			switch end := f.End; {
			case end.File != f.Pos.File || !end.IsValid():
				fmt.Fprintf(bw, "col=%d,", max(f.Pos.Col, 1))
			case end.Line == f.Pos.Line && end.Col >= f.Pos.Col:
				fmt.Fprintf(bw, "endLine=%d,col=%d,endColumn=%d,", end.Line, max(f.Pos.Col, 1), max(end.Col, 1))
			default:
				fmt.Fprintf(bw, "endLine=%d,", end.Line)
			}
		}
		fmt.Fprintf(bw, "title=%s::%s\n", githubProperty.Replace("faultlint "+f.Analyzer), githubData.Replace(f.Message+log.chain(&f)))
	}
	return bw.Flush()
}

// chain returns the lines that a finding's chain adds to its message where nothing else has room for it.
func (l *Log) chain(f *Finding) string {
	var b strings.Builder
	for _, r := range f.Related {
		p := r.Pos
		p.File = l.rooted(p.File)
		fmt.Fprintf(&b, "\n%s: %s", p, r.Message)
	}
	return b.String()
}
