package combine

import (
	"fmt"
	"go/token"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// text returns a finding's message with its related places in brackets behind
// it. golangci-lint would make a finding of its own of each, which needs its
// own nolint and can even displace the real one.
func text(fset *token.FileSet, d analysis.Diagnostic) string {
	var b strings.Builder
	b.WriteString(d.Message)
	for i, r := range d.Related {
		if i == 0 {
			b.WriteString(" [")
		} else {
			b.WriteString("; ")
		}
		if r.Pos.IsValid() {
			pos := fset.Position(r.Pos)
			fmt.Fprintf(&b, "%s:%d: ", filepath.Base(pos.Filename), pos.Line)
		}
		b.WriteString(r.Message)
	}
	if len(d.Related) > 0 {
		b.WriteString("]")
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

const module = "github.com/faultlint/faultlint/"

// culprit tells, from a deferred call, where in faultlint the panic came from.
func culprit() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicked := false
	for {
		f, more := frames.Next()
		switch {
		case strings.HasPrefix(f.Function, "runtime."):
			panicked = panicked || f.Function == "runtime.gopanic"
		case panicked && strings.HasPrefix(f.Function, module):
			return fmt.Sprintf(" (%s, %s:%d)", strings.TrimPrefix(f.Function, module), filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}
