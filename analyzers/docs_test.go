package analyzers_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/rule"
)

var update = flag.Bool("update", false, "rewrite the docs pages from the passes' doc.go")

// sections must stand in every manual, in this order.
var sections = []string{"# Why it hurts", "# Wrong", "# Right", "# What it does not report", "# Options", "# How to silence"}

func TestDocs(t *testing.T) {
	severities := analyzers.Severities()
	for _, a := range analyzers.All() {
		if !strings.HasPrefix(a.Doc, a.Name+": ") {
			t.Errorf("%s: manual starts with %q, want %q", a.Name, firstLine(a.Doc), a.Name+": …")
		}
		at := 0
		for _, s := range sections {
			i := strings.Index(a.Doc[at:], "\n"+s+"\n")
			if i < 0 {
				t.Errorf("%s: manual has no section %q after the ones before it", a.Name, s)
				continue
			}
			at += i
		}
		page := filepath.Join("..", "docs", a.Name+".md")
		if severities[a.Name] == 0 {
			t.Errorf("%s has no severity", a.Name)
		}
		want := rule.Markdown(a.Name, a.Doc, severities[a.Name])
		if *update {
			if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(page)
		if err != nil || string(got) != want {
			t.Errorf("%s is not what doc.go says; run go test ./analyzers -update (%v)", page, err)
		}
	}
}

func TestValidate(t *testing.T) {
	if err := analysis.Validate(analyzers.All()); err != nil {
		t.Fatal(err)
	}
	for _, a := range analyzers.All() {
		if a.URL != rule.DocsURL+a.Name+".md" {
			t.Errorf("%s: URL is %q", a.Name, a.URL)
		}
		if len(a.FactTypes) > 0 {
			t.Errorf("%s has facts; only the summary pass may", a.Name)
		}
	}
}

func firstLine(s string) string {
	l, _, _ := strings.Cut(s, "\n")
	return l
}
