package config

import (
	"errors"
	"fmt"
	"go/token"
	"regexp"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

// A name as written in a configuration, taken apart.
type name struct {
	pkg  string
	typ  string // the receiver's type, or the struct's; "" for none
	elem string // the function, variable, type or field; it may have wildcards
}

// funcKey turns the name of a function, as people write it, into a key of the
// tables: whether the receiver is a pointer does not matter.
func funcKey(s string) (string, error) {
	n, err := splitFunc(s)
	if err != nil {
		return "", err
	}
	if n.typ == "" {
		return n.pkg + "." + n.elem, nil
	}
	return "(~" + n.pkg + "." + n.typ + ")." + n.elem, nil
}

func splitFunc(s string) (name, error) {
	if rest, ok := strings.CutPrefix(s, "("); ok {
		recv, elem, ok := strings.Cut(rest, ").")
		if !ok {
			return name{}, fmt.Errorf("%q is not the name of a function; methods are written (*example.com/app.T).M", s)
		}
		pkg, typ, ok := cutLast(strings.TrimPrefix(strings.TrimPrefix(recv, "*"), "~"))
		if !ok {
			return name{}, fmt.Errorf("%q has no package; write (*example.com/app.T).M", s)
		}
		return checked(s, name{pkg, typ, elem})
	}
	pkg, elem, ok := cutLast(s)
	if !ok {
		return name{}, fmt.Errorf("%q has no package; write example.com/app.F, or (*example.com/app.T).M", s)
	}
	n := name{pkg: pkg, elem: elem}
	// example.com/app.T.M and time.Timer.Reset are methods as well; example.com.F,
	// gopkg.in/yaml.v3.Unmarshal and github.com/nats-io/nats.go.Connect are not.
	if p, typ, ok := cutLast(pkg); ok && token.IsIdentifier(typ) && !version.MatchString(typ) && (strings.ContainsAny(p, "/.") || api.IsStd(p)) {
		n.pkg, n.typ = p, typ
	}
	return checked(s, n)
}

var version = regexp.MustCompile(`^v\d+$`)

// objectKey checks the name of a type or package variable.
func objectKey(s string) (string, error) {
	pkg, elem, ok := cutLast(s)
	if !ok {
		return "", fmt.Errorf("%q has no package; write example.com/app.Name", s)
	}
	_, err := checked(s, name{pkg: pkg, elem: elem})
	return s, err
}

// fieldKey checks the name of a field.
func fieldKey(s string) (string, error) {
	rest, elem, ok1 := cutLast(s)
	pkg, typ, ok2 := cutLast(rest)
	if !ok1 || !ok2 {
		return "", fmt.Errorf("%q is not the name of a field; write example.com/app.Type.Field", s)
	}
	_, err := checked(s, name{pkg, typ, elem})
	return s, err
}

// cutLast cuts at the last dot of the last element of a path.
func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '.')
	if i <= strings.LastIndexByte(s, '/') {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

func checked(s string, n name) (name, error) {
	switch {
	case n.pkg == "" || strings.ContainsAny(n.pkg, "*{}#() "):
		return n, fmt.Errorf("%q: a package is named in full, without wildcards", s)
	case n.typ != "" && !token.IsIdentifier(n.typ):
		return n, fmt.Errorf("%q: %q is not the name of a type", s, n.typ)
	}
	for _, alt := range alternatives(n.elem) {
		if !token.IsIdentifier(strings.ReplaceAll(alt, "*", "x")) {
			return n, fmt.Errorf("%q: %q is not a name", s, n.elem)
		}
	}
	return n, nil
}

// alternatives writes out the braces of a name: Get{,All}.
func alternatives(s string) []string {
	i := strings.IndexByte(s, '{')
	j := strings.IndexByte(s, '}')
	if i < 0 || j < i {
		return []string{s}
	}
	var out []string
	for _, tail := range alternatives(s[j+1:]) {
		for _, alt := range strings.Split(s[i+1:j], ",") {
			out = append(out, s[:i]+alt+tail)
		}
	}
	return out
}

// matchName reports whether a name, perhaps with wildcards, covers another.
func matchName(pattern, s string) bool {
	for _, alt := range alternatives(pattern) {
		re := "^" + strings.ReplaceAll(regexp.QuoteMeta(alt), `\*`, ".*") + "$"
		if ok, err := regexp.MatchString(re, s); ok && err == nil {
			return true
		}
	}
	return false
}

// globExpr turns a pattern of files into a regular expression.
func globExpr(pattern string) (*regexp.Regexp, error) {
	p := strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
	switch {
	case p == "" || p == ".":
		return nil, errors.New("the pattern names everything; disable the pass instead")
	case strings.HasPrefix(p, "/") || strings.HasPrefix(p, "../") || strings.Contains(p, `\`):
		return nil, fmt.Errorf("%q: patterns are relative to the module's root, and have slashes", pattern)
	}
	var b strings.Builder
	b.WriteString("^")
	for p != "" {
		switch {
		case strings.HasPrefix(p, "**/"):
			b.WriteString("(?:.*/)?")
			p = p[3:]
		case strings.HasPrefix(p, "**"):
			b.WriteString(".*")
			p = p[2:]
		case p[0] == '*':
			b.WriteString("[^/]*")
			p = p[1:]
		case p[0] == '?':
			b.WriteString("[^/]")
			p = p[1:]
		default:
			i := strings.IndexAny(p, "*?")
			if i < 0 {
				i = len(p)
			}
			b.WriteString(regexp.QuoteMeta(p[:i]))
			p = p[i:]
		}
	}
	b.WriteString("(?:/.*)?$") // a directory stands for all below it
	return regexp.Compile(b.String())
}
