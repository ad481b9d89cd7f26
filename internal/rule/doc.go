package rule

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"regexp"
	"strings"

	"github.com/faultlint/faultlint/internal/severity"
)

// Doc returns the manual of a pass from the text of its doc.go: the package
// comment from its heading "# Analyzer NAME" on, without that heading. The
// first line is "NAME: summary". It panics if there is no such heading, which
// a test of the pass meets at once.
func Doc(src, name string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", src, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil || f.Doc == nil {
		panic(fmt.Sprintf("doc.go of %s has no package comment: %v", name, err))
	}
	_, body, ok := strings.Cut(text(f.Doc), "# Analyzer "+name+"\n")
	if !ok {
		panic(fmt.Sprintf("doc.go of %s has no heading %q", name, "# Analyzer "+name))
	}
	return strings.TrimSpace(body) + "\n"
}

func text(g *ast.CommentGroup) string { return g.Text() }

// Markdown renders a manual, as Doc returns it, as the page docs/NAME.md.
func Markdown(name, manual string, s severity.Severity) string {
	summary, _ := Summary(name, manual)
	return fmt.Sprintf("<!-- Generated from analyzers/%s/doc.go. Do not edit. -->\n\n# %s\n\n**%s**\n\nSeverity: %s.\n\n%s",
		name, name, summary, s, Body(name, manual))
}

// Summary splits a manual into its first line, without the name, and the rest.
func Summary(name, manual string) (summary, rest string) {
	summary, rest, _ = strings.Cut(strings.TrimSpace(manual), "\n")
	return strings.TrimPrefix(summary, name+": "), strings.TrimSpace(rest)
}

// Body renders a manual, as Doc returns it, as Markdown, without its first line.
func Body(name, manual string) string {
	var p comment.Parser
	pr := comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	_, rest := Summary(name, manual)
	return codeSpans(goBlocks(string(pr.Markdown(p.Parse(rest)))))
}

var escapedSpan = regexp.MustCompile("\\\\`(.+?)\\\\`")

// codeSpans makes code of what stands between backquotes in the manual: the printer, for which
// they mean nothing, has put backslashes before them and before what is special between them.
func codeSpans(md string) string {
	return escapedSpan.ReplaceAllStringFunc(md, func(span string) string {
		text := escapedSpan.FindStringSubmatch(span)[1]
		var out strings.Builder
		for i := 0; i < len(text); i++ {
			if text[i] == '\\' && i+1 < len(text) && strings.IndexByte("\\<>*_[]", text[i+1]) >= 0 {
				i++
			}
			out.WriteByte(text[i])
		}
		return "`" + out.String() + "`"
	})
}

// goBlocks turns indented code blocks into fenced ones, so that they are coloured.
func goBlocks(md string) string {
	var out strings.Builder
	lines := strings.Split(md, "\n")
	in := false
	for i, l := range lines {
		code := strings.HasPrefix(l, "\t")
		if in && !code && (l != "" || !nextIsCode(lines[i:])) {
			out.WriteString("```\n")
			in = false
		}
		if code && !in {
			if l == "\toptions:" || l == "options:" {
				out.WriteString("```yaml\n") // options
			} else {
				out.WriteString("```go\n")
			}
			in = true
		}
		if in {
			l = strings.TrimPrefix(l, "\t")
		}
		out.WriteString(l)
		if i < len(lines)-1 {
			out.WriteString("\n")
		}
	}
	return out.String()
}

func nextIsCode(lines []string) bool {
	for _, l := range lines {
		if l != "" {
			return strings.HasPrefix(l, "\t")
		}
	}
	return false
}
