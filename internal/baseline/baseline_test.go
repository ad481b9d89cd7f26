package baseline

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/report"
)

func finding(pkg, pass, fn, file string, line int) report.Finding {
	return report.Finding{Package: pkg, Analyzer: pass, Func: fn, Pos: report.Position{File: file, Line: line, Col: 1}}
}

func TestRoundTrip(t *testing.T) {
	list := []report.Finding{
		finding("z", "p", "F", "/m/z/a.go", 1),
		finding("z [z.test]", "p", "(*T).F", "/m/z/a.go", 2),
		finding("a", "q", "", "/m/a/a_test.go", 3),
		finding("a", "p", "", "/m/a/a.go", 9), // the file has no such line
	}
	report.Identify(list, func(string) ([]byte, error) { return []byte("one two\n\tthree\n# four\n"), nil })
	name := filepath.Join(t.TempDir(), "baseline")
	if err := Of(list).Write(name); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	set, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	if left := set.Filter(list); len(left) > 0 || len(set) != len(list) {
		t.Errorf("of %d entries, %v is not recognised", len(set), left)
	}
	slices.Reverse(set)
	if err := set.Write(name); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(name); err != nil || string(again) != string(first) {
		t.Errorf("read and written in another order it is\n%s, was\n%s", again, first)
	}
	want := []string{"p in a (a.go): ", "q in a (a_test.go): # four", "p in z.(*T).F (a.go): three", "p in z.F (a.go): one two"}
	slices.Reverse(set)
	for i, e := range set {
		if e.String() != want[i] {
			t.Errorf("entry %d is %q, want %q", i, e, want[i])
		}
	}
}

func TestStale(t *testing.T) {
	all := []report.Finding{
		finding("a", "p", "F", "a.go", 1), finding("a", "q", "F", "a.go", 1),
		finding("a", "p", "F", "a_test.go", 1), finding("b", "p", "F", "b.go", 1),
	}
	for i := range all {
		all[i].Fingerprint = strings.Repeat(string(rune('a'+i)), 24)
	}
	set := Of(all)
	yes := func(names ...string) map[string]bool {
		m := make(map[string]bool)
		for _, n := range names {
			m[n] = true
		}
		return m
	}
	for _, test := range []struct {
		what  string
		scope Scope
		found []report.Finding
		want  string // of the stale ones
	}{
		{"all found", Scope{yes("a", "b"), yes("p", "q"), true, true}, all, ""},
		{"none found", Scope{yes("a", "b"), yes("p", "q"), true, true}, nil, "abcd"},
		{"one package", Scope{yes("a"), yes("p", "q"), true, false}, nil, "abc"},
		{"one package, which is all there is", Scope{yes("a"), yes("p", "q"), true, true}, nil, "abcd"},
		{"one pass", Scope{yes("a", "b"), yes("q"), true, true}, nil, "b"},
		{"without tests", Scope{yes("a", "b"), yes("p", "q"), false, true}, all[:1], "bd"},
	} {
		got := ""
		for _, e := range set.Stale(test.found, test.scope) {
			got += e.Fingerprint[:1]
		}
		if got != test.want {
			t.Errorf("%s: stale are %q, want %q", test.what, got, test.want)
		}
		if n := len(set.Update(test.found, test.scope)); n != len(all)-len(got) {
			t.Errorf("%s: %d entries stay, want %d", test.what, n, len(all)-len(got))
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, in := range []string{
		"x\n", "0123456789abcdef01234567\n", "0123456789ABCDEF01234567 p m a.go F x\n", "<<<<<<< HEAD\n",
	} {
		if s, err := parse(strings.NewReader("# a comment\n\n"+in), "known"); err == nil || !strings.HasPrefix(err.Error(), "known:3: ") {
			t.Errorf("%q: %v, %v", in, s, err)
		}
	}
}
