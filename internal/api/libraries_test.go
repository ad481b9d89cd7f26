package api

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestLibraries: the README names the number of libraries of which the tables
// know functions or types. A repository counts once, whatever its versions and modules.
func TestLibraries(t *testing.T) {
	roots := make(map[string]bool)
	for table, keys := range keysOf(builtin()) {
		if strings.HasPrefix(table, "quiet") || strings.Contains(table, "patterns") {
			continue
		}
		for _, k := range keys {
			if r := repository(k); r != "" {
				roots[r] = true
			}
		}
	}
	b, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`of\s+(\d+)\s+libraries`).FindSubmatch(b)
	if m == nil {
		t.Fatal("README.md names no number of libraries")
	}
	if n, _ := strconv.Atoi(string(m[1])); n != len(roots) {
		t.Errorf("README.md says %d libraries, the tables have %d", n, len(roots))
	}
}

var (
	recv    = regexp.MustCompile(`^\(\*?(.*)\.[^./]+\)\..*$`) // (*path.type).method
	member  = regexp.MustCompile(`\.[A-Z{*][^/]*$`)           // path.Func, path.Type.Field
	version = regexp.MustCompile(`\.v\d+$`)
)

// repository returns the repository of a key's package, "" for the standard library.
func repository(key string) string {
	path := recv.ReplaceAllString(key, "$1")
	path = member.ReplaceAllString(strings.TrimLeft(path, "*[]"), "")
	elems := strings.Split(path, "/")
	if len(elems) < 2 || !strings.Contains(elems[0], ".") {
		return ""
	}
	n := 2
	if elems[0] == "github.com" || elems[0] == "golang.org" {
		n = 3
	}
	return version.ReplaceAllString(strings.Join(elems[:min(n, len(elems))], "/"), "")
}
