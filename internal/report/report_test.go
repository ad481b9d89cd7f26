package report

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

func at(file string, line, col int) Position { return Position{File: file, Line: line, Col: col} }

func TestSort(t *testing.T) {
	list := []Finding{
		{Package: "p", Analyzer: "b", Message: "m", Pos: at("b.go", 1, 1)},
		{Package: "p", Analyzer: "b", Message: "m", Pos: at("a.go", 10, 1)},
		{Package: "p", Analyzer: "b", Message: "m", Pos: at("a.go", 9, 2)},
		{Package: "p", Analyzer: "b", Message: "m", Pos: at("a.go", 9, 1)},
		{Package: "p", Analyzer: "a", Message: "n", Pos: at("a.go", 9, 1)},
		{Package: "p", Analyzer: "a", Message: "m", Pos: at("a.go", 9, 1)},
		{Package: "p [p.test]", Analyzer: "a", Message: "m", Pos: at("a.go", 9, 1)},
	}
	var got []string
	for _, f := range Sort(list) {
		got = append(got, strings.Join([]string{f.Pos.String(), f.Analyzer, f.Message, f.Package}, " "))
	}
	want := []string{"a.go:9:1 a m p", "a.go:9:1 a n p", "a.go:9:1 b m p", "a.go:9:2 b m p", "a.go:10:1 b m p", "b.go:1:1 b m p"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestText(t *testing.T) {
	dir := filepath.FromSlash("/src/m")
	src := "package a\n\n\tx := \"äöü\"; call(x)\r\nlast"
	text := Text{Dir: dir, Verbose: true, ReadFile: func(name string) ([]byte, error) { return []byte(src), nil }}
	in := filepath.Join(dir, "a", "a.go")
	for _, test := range []struct {
		what string
		f    Finding
		want string
	}{
		{"tabs and wide characters before the place", Finding{Pos: at(in, 3, 17), End: at(in, 3, 24)},
			"a/a.go:3:17: m (p)\n    \tx := \"äöü\"; call(x)\n    \t            ^~~~~~~\n"},
		{"an end on another line", Finding{Pos: at(in, 3, 17), End: at(in, 4, 2)},
			"a/a.go:3:17: m (p)\n    \tx := \"äöü\"; call(x)\n    \t            ^~~~~~~\n"},
		{"no end", Finding{Pos: at(in, 1, 9)}, "a/a.go:1:9: m (p)\n    package a\n            ^\n"},
		{"behind the line", Finding{Pos: at(in, 1, 99), End: at(in, 1, 100)}, "a/a.go:1:99: m (p)\n    package a\n             ^\n"},
		{"an empty line", Finding{Pos: at(in, 2, 1)}, "a/a.go:2:1: m (p)\n"},
		{"a line that is not there", Finding{Pos: at(in, 9, 1)}, "a/a.go:9:1: m (p)\n"},
		{"no place", Finding{}, "-: m (p)\n"},
		{"elsewhere", Finding{Pos: at("/src/mm/a.go", 4, 1)}, "/src/mm/a.go:4:1: m (p)\n    last\n    ^\n"},
		{"a chain", Finding{Pos: at(in, 4, 1), Related: []Related{{Pos: at(in, 1, 1), Message: "by way of"}}},
			"a/a.go:4:1: m (p)\n    last\n    ^\n        a/a.go:1:1: by way of\n"},
	} {
		test.f.Message, test.f.Analyzer = "m", "p"
		var b strings.Builder
		if err := text.Write(&b, []Finding{test.f}); err != nil {
			t.Fatal(err)
		}
		if got := filepath.ToSlash(b.String()); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.what, got, test.want)
		}
	}
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	f := Finding{
		Package: "p", Analyzer: "a", Category: "c", Message: "m", Pos: at("/m/a.go", 1, 2), End: at("/m/a.go", 1, 4),
		Related: []Related{{Pos: at("/n/b.go", 3, 4), Message: "r"}},
		Fixes:   []Fix{{Message: "f", Edits: []Edit{{"/m/a.go", 1, 2, "x"}}}},
	}
	if err := JSON(&b, []Finding{f, {Package: "p", Analyzer: "a", Message: "n", Pos: at("/m/a.go", 2, 1)}}, "/m"); err != nil {
		t.Fatal(err)
	}
	var got, want any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	err := json.Unmarshal([]byte(`{"p": {"a": [
		{"category": "c", "posn": "a.go:1:2", "end": "a.go:1:4", "message": "m",
		 "suggested_fixes": [{"message": "f", "edits": [{"filename": "/m/a.go", "start": 1, "end": 2, "new": "x"}]}],
		 "related": [{"posn": "/n/b.go:3:4", "end": "/n/b.go:3:4", "message": "r"}]},
		{"posn": "a.go:2:1", "end": "a.go:2:1", "message": "n"}]}}`), &want)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	if string(g) != string(w) {
		t.Errorf("got %s\nwant %s", g, w)
	}
}
