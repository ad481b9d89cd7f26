// Package directive reads the comments by which a user steers faultlint in
// the code itself:
//
//	//faultlint:ignore NAME[,NAME…] reason   on the line of a finding, the line above, or a function
//	//faultlint:idempotent reason            this function may run twice
//	//faultlint:bounded reason               this function returns soon
//	//faultlint:nonblocking reason           this function does not wait
//	//faultlint:handler                      this function serves one request
//	//faultlint:budget 2s                    the time this handler has
//
// //nolint and //nolint:faultlint are honoured as well, because people have
// them already and not every driver applies them. What silences another linter
// (//nolint:gosec, #nosec G114) is kept for rules that report the same, see Waived.
package directive

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"time"
)

const prefix = "//faultlint:"

// A Func holds the directives on one function declaration.
type Func struct {
	Idempotent  bool
	Bounded     bool
	NonBlocking bool
	Handler     bool
	Budget      time.Duration // 0 = none
}

// An Ignore is one ignore comment.
type Ignore struct {
	Pos    token.Pos
	End    token.Pos
	Names  []string // pass names; "*" for all
	Reason string
	// OnComment: the line that it covers is another comment, so that it silences nothing.
	OnComment bool

	file   string
	line   int // where it stands
	column int
	from   int // lines it covers
	to     int
	nolint bool
	used   map[string]bool // by name
}

// A Problem is a directive that cannot be right.
type Problem struct {
	Pos     token.Pos
	End     token.Pos
	Message string
}

// A Set holds the directives of one package.
type Set struct {
	fset      *token.FileSet
	funcs     map[*ast.FuncDecl]Func
	ignores   []*Ignore
	problems  []Problem
	generated map[string]bool
}

// Parse reads the directives of files. Files must have been parsed with comments.
func Parse(fset *token.FileSet, files []*ast.File) *Set {
	s := &Set{fset: fset, funcs: make(map[*ast.FuncDecl]Func), generated: make(map[string]bool)}
	for _, f := range files {
		name := fset.Position(f.FileStart).Filename
		if ast.IsGenerated(f) {
			s.generated[name] = true
		}
		docs := make(map[*ast.CommentGroup]*ast.FuncDecl)
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Doc != nil {
				docs[fd.Doc] = fd
			}
		}
		first := len(s.ignores)
		for _, g := range f.Comments {
			for _, c := range g.List {
				s.comment(name, c, docs[g])
			}
		}
		s.narrow(f, s.ignores[first:])
	}
	return s
}

// narrow limits ignore comments at the end of a line of code to that line;
// one on a line of its own covers the line below, and //nolint all of the
// statement below that begins in its column, as in golangci-lint.
func (s *Set) narrow(f *ast.File, ignores []*Ignore) {
	if len(ignores) == 0 {
		return
	}
	code := make(map[int]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		start, end := s.fset.Position(n.Pos()), s.fset.Position(n.End())
		code[start.Line] = true
		code[end.Line] = true
		for _, ig := range ignores {
			if ig.nolint && start.Line == ig.from+1 && start.Column == ig.column {
				ig.to = max(ig.to, end.Line)
			}
		}
		return true
	})
	comments := make(map[int]bool)
	for _, g := range f.Comments {
		for _, c := range g.List {
			comments[s.fset.Position(c.Pos()).Line] = true
		}
	}
	for _, ig := range ignores {
		switch {
		case ig.from != ig.line: // all of a function
		case code[ig.line]:
			ig.to = ig.from
		default:
			ig.OnComment = comments[ig.line+1] && !code[ig.line+1]
		}
	}
}

func (s *Set) comment(file string, c *ast.Comment, fd *ast.FuncDecl) {
	if rest, ok := strings.CutPrefix(strings.TrimLeft(c.Text, "/ "), "nolint"); ok {
		s.nolint(file, c, rest, fd)
		return
	}
	if _, rules, ok := strings.Cut(c.Text, "#nosec"); ok {
		if !strings.Contains(rules, "G") || strings.Contains(rules, "G112") || strings.Contains(rules, "G114") {
			s.addIgnore(file, c, []string{"gosec"}, "", fd, true)
		}
		return
	}
	rest, ok := strings.CutPrefix(c.Text, prefix)
	if !ok {
		if word, ok := strings.CutPrefix(c.Text, "// "+prefix[2:]); ok && isWord(word) {
			word, _, _ = strings.Cut(word, " ")
			s.problem(c, "a directive has no space after the slashes: write //faultlint:%s", word)
		}
		return
	}
	// A second comment on the same line ends the directive.
	rest, _, _ = strings.Cut(rest, " // ")
	word, arg, _ := strings.Cut(rest, " ")
	arg = strings.TrimSpace(arg)
	if word == "ignore" {
		names, reason, _ := strings.Cut(arg, " ")
		for strings.HasSuffix(names, ",") && reason != "" { // a space after the comma
			var next string
			next, reason, _ = strings.Cut(strings.TrimLeft(reason, " "), " ")
			names += next
		}
		if names == "" {
			s.problem(c, "//faultlint:ignore names no pass: write //faultlint:ignore NAME reason")
			return
		}
		if reason = strings.TrimSpace(reason); reason == "" {
			s.problem(c, "//faultlint:ignore %s gives no reason: write why the finding does not hold", names)
			return
		}
		s.addIgnore(file, c, strings.Split(strings.TrimRight(names, ","), ","), reason, fd, false)
		return
	}
	if !isWord(word) {
		s.problem(c, "unknown directive //faultlint:%s: there are ignore, idempotent, bounded, nonblocking, handler and budget", word)
		return
	}
	if fd == nil {
		s.problem(c, "//faultlint:%s must stand in the comment of a function", word)
		return
	}
	d := s.funcs[fd]
	needReason := true
	switch word {
	case "idempotent":
		d.Idempotent = true
	case "bounded":
		d.Bounded = true
	case "nonblocking":
		d.NonBlocking = true
	case "handler":
		d.Handler, needReason = true, false
	case "budget":
		needReason = false
		val, _, _ := strings.Cut(arg, " ")
		dur, err := time.ParseDuration(val)
		if err != nil || dur <= 0 {
			s.problem(c, "//faultlint:budget %s is not a positive duration such as 2s", arg)
			return
		}
		d.Budget, d.Handler = dur, true
	}
	if needReason && arg == "" {
		s.problem(c, "//faultlint:%s gives no reason: write what makes it true", word)
		return
	}
	s.funcs[fd] = d
}

// nolint handles "//nolint", "// nolint: a, b // why" and so on, as
// golangci-lint does.
func (s *Set) nolint(file string, c *ast.Comment, rest string, fd *ast.FuncDecl) {
	rest, _, _ = strings.Cut(rest, "//")
	list, some := strings.CutPrefix(rest, ":")
	if !some && rest != "" && rest[0] != ' ' {
		return // another word
	}
	for item := range strings.SplitSeq(list, ",") {
		name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(item)), " ")
		if !some || name == "faultlint" || name == "all" {
			s.addIgnore(file, c, []string{"*"}, "", fd, true)
			return
		}
		switch name {
		case "gosec", "noctx", "contextcheck":
			s.addIgnore(file, c, []string{name}, "", fd, true)
		}
	}
}

// Waived reports whether a comment at pos silences one of some other linters
// that report the same: its author knows, and has decided. Golangci-lint does
// not do this for us, so it holds under every driver.
func (s *Set) Waived(pos token.Pos, linters []string) bool {
	if len(s.ignores) == 0 || len(linters) == 0 {
		return false
	}
	p := s.fset.Position(pos)
	return slices.ContainsFunc(s.ignores, func(ig *Ignore) bool {
		return ig.nolint && ig.file == p.Filename && p.Line >= ig.from && p.Line <= ig.to && slices.Contains(linters, ig.Names[0])
	})
}

func (s *Set) addIgnore(file string, c *ast.Comment, names []string, reason string, fd *ast.FuncDecl, nolint bool) {
	at := s.fset.Position(c.Pos())
	ig := &Ignore{
		Pos: c.Pos(), End: c.End(), used: make(map[string]bool), Names: names, Reason: reason, nolint: nolint,
		file: file, line: at.Line, column: at.Column, from: at.Line, to: at.Line + 1,
	}
	if fd != nil {
		ig.from, ig.to = s.fset.Position(fd.Pos()).Line, s.fset.Position(fd.End()).Line
	}
	s.ignores = append(s.ignores, ig)
}

func (s *Set) problem(c *ast.Comment, format string, args ...any) {
	s.problems = append(s.problems, Problem{Pos: c.Pos(), End: c.End(), Message: fmt.Sprintf(format, args...)})
}

// isWord reports whether a text begins with the name of a directive.
func isWord(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	switch word {
	case "ignore", "idempotent", "bounded", "nonblocking", "handler", "budget":
		return true
	}
	return false
}

// Func returns the directives on a declaration.
func (s *Set) Func(fd *ast.FuncDecl) Func { return s.funcs[fd] }

// Problems returns the directives that cannot be right, in source order.
func (s *Set) Problems() []Problem { return s.problems }

// Generated reports whether pos lies in a generated file, in which nothing is reported.
func (s *Set) Generated(pos token.Pos) bool {
	return s.generated[s.fset.Position(pos).Filename]
}

// Ignored reports whether a finding of the pass at pos is silenced by a
// comment, and marks that comment as used. //nolint counts only if nolint.
func (s *Set) Ignored(pos token.Pos, pass string, nolint bool) bool {
	if len(s.ignores) == 0 {
		return false
	}
	p := s.fset.Position(pos)
	hit := false
	for _, ig := range s.ignores {
		if ig.nolint && !nolint || ig.file != p.Filename || p.Line < ig.from || p.Line > ig.to {
			continue
		}
		for _, name := range []string{"*", pass} {
			if slices.Contains(ig.Names, name) {
				ig.used[name], hit = true, true
			}
		}
	}
	return hit
}

// Ignores returns the ignore comments of our own form, in source order.
func (s *Set) Ignores() []Ignore {
	var out []Ignore
	for _, ig := range s.ignores {
		if !ig.nolint {
			out = append(out, *ig)
		}
	}
	return out
}

// Unused returns the ignore comments of our own form with those of their names
// that silenced nothing since Parse, of the passes that ran. It means something
// only after these have run.
func (s *Set) Unused(ran func(pass string) bool) []Ignore {
	var out []Ignore
	for _, ig := range s.Ignores() {
		ig.Names = slices.DeleteFunc(slices.Clone(ig.Names), func(n string) bool { return ig.used[n] || !ran(n) })
		if len(ig.Names) > 0 {
			out = append(out, ig)
		}
	}
	return out
}
