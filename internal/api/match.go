package api

import (
	"slices"
	"strings"
)

// Keys in rows may be written in short:
//
//	(*database/sql.DB).{Query,Exec}        one key for each combination of alternatives
//	github.com/cenkalti/backoff{,/v3}.Retry
//	(~github.com/x/y.T).M                  receiver T or *T
//	github.com/stripe/stripe-go/v#/refund.New
//	                                       any major version, or none
//	(*github.com/aws/aws-sdk-go-v2/service/*.Client).*
//	                                       * is any run of characters within one path element or name
//	cloud.google.com/go/**.Client          ** crosses path elements
//
// A star right after the opening parenthesis, or in front of a type, is a
// pointer as usual. A key without wildcards is found through a map; the others
// through the part of the package path before the first wildcard. An exact key
// beats a pattern; among patterns the first row wins.

// keyParts is a key taken apart.
type keyParts struct {
	ptr   bool
	maybe bool // "~": pointer or not (patterns only)
	pkg   string
	recv  string
	name  string
}

// splitKey takes the key of a function or type apart.
func splitKey(key string) keyParts {
	var p keyParts
	if strings.HasPrefix(key, "(") {
		i := strings.LastIndex(key, ").")
		if i < 0 {
			return keyParts{name: key}
		}
		recv := key[1:i]
		p.name = key[i+2:]
		recv, p.ptr, p.maybe = trimPtr(recv)
		p.pkg, p.recv = splitLast(recv)
		return p
	}
	key, p.ptr, p.maybe = trimPtr(key)
	p.pkg, p.name = splitLast(key)
	return p
}

// splitField takes the key of a field apart.
func splitField(key string) keyParts {
	var p keyParts
	i := strings.LastIndexByte(key, '.')
	if i < 0 {
		return keyParts{name: key}
	}
	p.name = key[i+1:]
	p.pkg, p.recv = splitLast(key[:i])
	return p
}

func trimPtr(s string) (rest string, ptr, maybe bool) {
	switch {
	case strings.HasPrefix(s, "*") && !strings.HasPrefix(s, "**"):
		return s[1:], true, false
	case strings.HasPrefix(s, "~"):
		return s[1:], false, true
	}
	return s, false, false
}

func splitLast(s string) (pkg, name string) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 || i < strings.LastIndexByte(s, '/') {
		return "", s
	}
	return s[:i], s[i+1:]
}

// expand writes out the alternatives in braces.
func expand(s string) []string {
	i := strings.IndexByte(s, '{')
	if i < 0 {
		return []string{s}
	}
	j := strings.IndexByte(s[i:], '}')
	if j < 0 {
		return []string{s}
	}
	j += i
	var out []string
	tails := expand(s[j+1:])
	for _, alt := range strings.Split(s[i+1:j], ",") {
		for _, tail := range tails {
			out = append(out, s[:i]+alt+tail)
		}
	}
	return out
}

// ByOption reports whether the function with a key is one of the options that
// put the context there.
func (in CtxIn) ByOption(key string) bool {
	return key == in.Key || strings.Contains(in.Key, "{") && slices.Contains(expand(in.Key), key)
}

// expandPtr is expand with "~" written out as well.
func expandPtr(key string) []string { return expand(strings.Replace(key, "~", "{,*}", 1)) }

func hasWildcard(s string) bool { return strings.ContainsAny(s, "*#") }

// pattern is one key with wildcards.
type pattern struct {
	ptr, maybe bool
	pkgs       []string
	recvs      []string        // nil = a function, not a method
	names      map[string]bool // names without wildcards
	nameGlobs  []string
}

func newPattern(p keyParts) *pattern {
	pat := &pattern{ptr: p.ptr, maybe: p.maybe, pkgs: expand(p.pkg)}
	if p.recv != "" {
		pat.recvs = expand(p.recv)
	}
	for _, n := range expand(p.name) {
		if hasWildcard(n) {
			pat.nameGlobs = append(pat.nameGlobs, n)
			continue
		}
		if pat.names == nil {
			pat.names = make(map[string]bool)
		}
		pat.names[n] = true
	}
	return pat
}

func (pat *pattern) match(p keyParts) bool {
	if pat.ptr != p.ptr && !pat.maybe {
		return false
	}
	if (pat.recvs == nil) != (p.recv == "") {
		return false
	}
	if !pat.names[p.name] && !anyGlob(pat.nameGlobs, p.name) {
		return false
	}
	if pat.recvs != nil && !anyGlob(pat.recvs, p.recv) {
		return false
	}
	return anyGlob(pat.pkgs, p.pkg)
}

func anyGlob(globs []string, s string) bool {
	for _, g := range globs {
		if glob(g, s) {
			return true
		}
	}
	return false
}

// glob reports whether g matches the whole of s.
func glob(g, s string) bool {
	for g != "" {
		switch {
		case strings.HasPrefix(g, "/v#"):
			g = g[len("/v#"):]
			if strings.HasPrefix(s, "/v") {
				n := len("/v")
				for n < len(s) && '0' <= s[n] && s[n] <= '9' {
					n++
				}
				if n > len("/v") && glob(g, s[n:]) {
					return true
				}
			}
			continue // or no version at all
		case strings.HasPrefix(g, "**"):
			g = g[len("**"):]
			for i := 0; i <= len(s); i++ {
				if glob(g, s[i:]) {
					return true
				}
			}
			return false
		case g[0] == '*':
			g = g[1:]
			for i := 0; i <= len(s); i++ {
				if glob(g, s[i:]) {
					return true
				}
				if i < len(s) && s[i] == '/' {
					break
				}
			}
			return false
		case s == "" || g[0] != s[0]:
			return false
		}
		g, s = g[1:], s[1:]
	}
	return s == ""
}

// literalPrefix is the part of a package pattern, in whole path elements, that
// has no wildcard.
func literalPrefix(g string) string {
	i := strings.IndexAny(g, "*#")
	if i < 0 {
		return g
	}
	j := strings.LastIndexByte(g[:i], '/')
	if j < 0 {
		return ""
	}
	return g[:j]
}

// index finds rows by key.
type index[T any] struct {
	split  func(string) keyParts
	fill   func(row *T, key string) // completes a copy of a row for one key
	exact  map[string]*T
	byPkg  map[string][]patRow[T] // by literal prefix of the package path
	others []patRow[T]            // patterns without such a prefix
	roots  map[string]bool        // up to two leading elements of each prefix in byPkg
}

type patRow[T any] struct {
	pat *pattern
	seq int // order in the rows
	row *T
}

func newIndex[T any](rows []T, split func(string) keyParts, keys func(*T) []string, fill func(*T, string)) *index[T] {
	ix := &index[T]{
		split: split,
		fill:  fill,
		exact: make(map[string]*T),
		byPkg: make(map[string][]patRow[T]),
		roots: make(map[string]bool),
	}
	for i := range rows {
		row := &rows[i]
		for _, k := range keys(row) {
			ix.add(row, k, i)
		}
	}
	return ix
}

func (ix *index[T]) add(row *T, key string, seq int) {
	p := ix.split(key)
	if !hasWildcard(p.pkg) && !hasWildcard(p.recv) && !hasWildcard(p.name) {
		for _, k := range expandPtr(key) {
			if ix.exact[k] != nil {
				continue // the first row wins
			}
			ix.exact[k] = ix.complete(row, k)
		}
		return
	}
	pr := patRow[T]{newPattern(p), seq, row}
	done := make(map[string]bool)
	for _, g := range pr.pat.pkgs {
		prefix := literalPrefix(g)
		if done[prefix] {
			continue
		}
		done[prefix] = true
		if prefix == "" {
			ix.others = append(ix.others, pr)
			continue
		}
		ix.byPkg[prefix] = append(ix.byPkg[prefix], pr)
		ix.roots[root(prefix)] = true
	}
}

// complete copies a row for one key.
func (ix *index[T]) complete(row *T, key string) *T {
	c := *row
	if ix.fill != nil {
		ix.fill(&c, key)
	}
	return &c
}

// root is the first two elements of a path.
func root(path string) string {
	i := strings.IndexByte(path, '/')
	if i < 0 {
		return path
	}
	if j := strings.IndexByte(path[i+1:], '/'); j >= 0 {
		return path[:i+1+j]
	}
	return path
}

// find returns the row for a key, or nil.
func (ix *index[T]) find(key string) *T {
	if key == "" {
		return nil
	}
	if row := ix.exact[key]; row != nil {
		return row
	}
	if len(ix.byPkg) == 0 && len(ix.others) == 0 {
		return nil
	}
	p := ix.split(key)
	best := ix.best(p)
	if best == nil {
		return nil
	}
	return ix.complete(best.row, key)
}

func (ix *index[T]) best(p keyParts) *patRow[T] {
	var best *patRow[T]
	try := func(rows []patRow[T]) {
		for i := range rows {
			if r := &rows[i]; (best == nil || r.seq < best.seq) && r.pat.match(p) {
				best = r
			}
		}
	}
	two := root(p.pkg)
	one := two
	if i := strings.IndexByte(two, '/'); i >= 0 {
		one = two[:i]
	}
	if ix.roots[two] || ix.roots[one] {
		for i := 0; i < len(p.pkg); i++ {
			if p.pkg[i] == '/' {
				try(ix.byPkg[p.pkg[:i]])
			}
		}
		try(ix.byPkg[p.pkg])
	}
	try(ix.others)
	return best
}

// packages calls add for the package, or package pattern, of each key.
func (ix *index[T]) packages(add func(pkg string, pattern bool)) {
	for k := range ix.exact {
		add(ix.split(k).pkg, false)
	}
	for _, rows := range ix.byPkg {
		for _, r := range rows {
			for _, g := range r.pat.pkgs {
				add(g, hasWildcard(g))
			}
		}
	}
}
