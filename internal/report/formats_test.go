package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/report"
	"github.com/faultlint/faultlint/internal/report/reporttest"
	"github.com/faultlint/faultlint/internal/severity"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const shop = "package shop\n\nfunc charge() {\n\tx := \"ä😀\"; post(x) // once\n\tpost(x)\n\tpost(x)\n}\n"

func at(file string, line, col int) report.Position {
	return report.Position{File: file, Line: line, Col: col}
}

// testLog is a log with all that a format can meet. There is a directory between the root and the
// working directory, as in a checkout with several modules.
func testLog() *report.Log {
	file := "/src/mono/pay/shop/ä b.go"
	related := []report.Related{
		{Pos: at(file, 3, 1), End: at(file, 3, 5), Message: "what runs it again"},
		{Pos: at("/go/pkg/mod/x@v1.0.0/x.go", 7, 2), Message: "100% of:\r\nthe effect"},
	}
	log := &report.Log{
		Version: "v1.2.3",
		Rules: []report.Rule{
			{Name: "ctxloop", Summary: "loops", Text: "ctxloop: loops\n\n# A heading\n\nThe first\nparagraph.\n\nThe second.", Markdown: "**loops**", URL: "https://example.com/ctxloop", Severity: severity.Error},
			{Name: "quiet", Summary: "finds <nothing>", Text: "quiet: finds <nothing>", Severity: severity.Note},
			{Name: "retryeffect", Summary: "twice", Text: "retryeffect: twice", Severity: severity.Warning},
		},
		Findings: []report.Finding{
			{
				Package: "m/shop [m/shop.test]", Analyzer: "retryeffect", Message: "post is repeated, 2 times: <now> & \"here\" % once", Func: "charge",
				Severity: severity.Warning, Pos: at(file, 4, 17), End: at(file, 4, 24), Related: related,
				Fixes: []report.Fix{
					{Message: "call it once", Edits: []report.Edit{{file, 43, 50, ""}, {file, 50, 50, "// gone"}}},
					{Message: "of a file that is not there", Edits: []report.Edit{{"/src/mono/gone.go", 1, 2, "x"}}},
				},
			},
			{Package: "m/shop", Analyzer: "retryeffect", Message: "again", Func: "charge", Severity: severity.Note, Pos: at(file, 5, 2), End: at(file, 7, 1)},
			{Package: "m/shop", Analyzer: "retryeffect", Message: "again", Func: "charge", Severity: severity.Note, Pos: at(file, 6, 2)},
			{Package: "m/z", Analyzer: "ctxloop", Message: "spins", Severity: severity.Error, Pos: at("/src/mono/z.go", 9, 3)},
		},
		Problems: []string{"b.go:1:1: cannot be <parsed>"},
		Dir:      "/src/mono/pay", Root: "/src/mono",
		ReadFile: func(name string) ([]byte, error) {
			if name == file {
				return []byte(shop), nil
			}
			return nil, os.ErrNotExist
		},
	}
	report.Identify(log.Findings, log.ReadFile)
	return log
}

func TestFormats(t *testing.T) {
	for name, write := range map[string]func(io.Writer, *report.Log) error{
		"sarif.json": report.SARIF, "github.txt": report.GitHub, "checkstyle.xml": report.Checkstyle, "junit.xml": report.JUnit,
	} {
		var b, again bytes.Buffer
		if err := errors.Join(write(&b, testLog()), write(&again, testLog())); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Errorf("%s: two runs differ", name)
		}
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s has changed; -update writes it. Now:\n%s", golden, b.Bytes())
		}
		if strings.HasSuffix(name, ".xml") {
			for dec := xml.NewDecoder(&b); ; {
				if _, err := dec.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	}
}

// What GitHub's runner takes a command for.
func TestGitHubEscapes(t *testing.T) {
	var b strings.Builder
	f := report.Finding{Analyzer: "a", Message: "50%0A\r\n::error::x", Pos: at("/r/a,b:c%.go", 1, 1), Severity: severity.Error}
	if err := report.GitHub(&b, &report.Log{Root: "/r", Findings: []report.Finding{f}}); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%2Cb%3Ac%25.go,line=1,col=1,title=faultlint a::50%250A%0D%0A::error::x\n"
	if b.String() != want {
		t.Errorf("got %swant %s", b.String(), want)
	}
}

func TestSARIFIsValid(t *testing.T) {
	for what, log := range map[string]*report.Log{"full": testLog(), "empty": {}} {
		var b bytes.Buffer
		if err := report.SARIF(&b, log); err != nil {
			t.Fatal(err)
		}
		if err := reporttest.ValidSARIF(b.Bytes()); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		// The schema must be able to say no.
		bad := bytes.Replace(b.Bytes(), []byte(`"executionSuccessful"`), []byte(`"executionSuccess"`), 1)
		if reporttest.ValidSARIF(bad) == nil {
			t.Errorf("%s: the schema allows anything", what)
		}
	}
}

// A finding keeps its fingerprint when lines move and white space changes, and not when the code does.
func TestIdentify(t *testing.T) {
	prints := func(src string, list ...report.Finding) (out []string) {
		for i := range list {
			list[i].Pos.File = "a.go"
		}
		report.Identify(list, func(string) ([]byte, error) { return []byte(src), nil })
		for _, f := range list {
			out = append(out, f.Fingerprint)
		}
		return out
	}
	f := func(line int, fn string) report.Finding {
		return report.Finding{Package: "m", Analyzer: "a", Func: fn, Message: strconv.Itoa(line), Pos: at("", line, 1)}
	}
	before := prints("x\n\ty( z)\n\ty( z)\n", f(2, "F"), f(3, "F"))
	after := prints("// new\n\nx\n  y(  z)\n// new\ny( z)\n", f(4, "F"), f(6, "F"))
	if before[0] != after[0] || before[1] != after[1] || before[0] == before[1] {
		t.Errorf("before %v, after the lines moved %v", before, after)
	}
	other := f(2, "F")
	other.Analyzer = "b"
	variant := f(2, "F")
	variant.Package = "m [m.test]"
	for what, got := range map[string]string{
		"other code":           prints("x\ny(zz)\n", f(2, "F"))[0],
		"another function":     prints("x\ny( z)\n", f(2, "G"))[0],
		"another pass":         prints("x\ny( z)\n", other)[0],
		"a file without lines": prints("", f(2, "F"))[0],
	} {
		if got == before[0] || len(got) != 24 {
			t.Errorf("%s: %s, and it was %s", what, got, before[0])
		}
	}
	if got := prints("x\ny( z)\n", variant)[0]; got != before[0] {
		t.Error("the variant of a package for its tests has other fingerprints")
	}
}
