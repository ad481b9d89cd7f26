package plugin

import (
	"os"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"
)

func TestRegistered(t *testing.T) {
	make, err := register.GetPlugin(Name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := make(nil)
	if err != nil {
		t.Fatal(err)
	}
	as, err := p.BuildAnalyzers()
	if err != nil || len(as) < 20 {
		t.Fatalf("%d analyzers, %v", len(as), err)
	}
	if err := analysis.Validate(as); err != nil {
		t.Error(err)
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("load mode is %q", p.GetLoadMode())
	}
}

func TestSettings(t *testing.T) {
	for _, tc := range []struct {
		name     string
		settings any
		wrong    string // part of the error; "" for none
	}{
		{"disable", map[string]any{"disable": []any{"ctxwait"}}, ""},
		{"enable", map[string]any{"enable": []any{"ctxmissing"}, "tests": true}, ""},
		{"unknown key", map[string]any{"disabled": []any{"ctxwait"}}, "unknown field"},
		{"wrong type", map[string]any{"tests": "yes"}, "cannot unmarshal"},
		{"unknown pass", map[string]any{"disable": []any{"ctxwat"}}, `no pass "ctxwat"`},
	} {
		p, err := New(tc.settings)
		if tc.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), tc.wrong) {
				t.Errorf("%s: error %v, want one with %q", tc.name, err, tc.wrong)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		as, _ := p.BuildAnalyzers()
		for _, a := range as {
			if tc.name == "disable" && a.Name == "ctxwait" {
				t.Errorf("%s is there although it is disabled", a.Name)
			}
		}
	}
}

// Two plugins with other settings must not share passes.
func TestIndependent(t *testing.T) {
	a, _ := New(nil)
	b, _ := New(map[string]any{"tests": true})
	x, _ := a.BuildAnalyzers()
	y, _ := b.BuildAnalyzers()
	if x[0].Requires[0] == y[0].Requires[0] {
		t.Error("both use the same summary pass")
	}
}

func TestPanicIsAFinding(t *testing.T) {
	a := wrap(&analysis.Analyzer{Name: "boom", Run: func(*analysis.Pass) (any, error) { panic("bang") }})
	var got []string
	pass := passOn(t, "package p\n")
	pass.Report = func(d analysis.Diagnostic) { got = append(got, d.Message) }
	if _, err := a.Run(pass); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || !strings.Contains(got[0], "boom panicked on p: bang") {
		t.Errorf("reported %q", got)
	}
}

func TestRelatedIsDropped(t *testing.T) {
	a := wrap(&analysis.Analyzer{Name: "rel", Run: func(p *analysis.Pass) (any, error) {
		p.Report(analysis.Diagnostic{Message: "m", Related: []analysis.RelatedInformation{{Message: "r"}}, SuggestedFixes: []analysis.SuggestedFix{{}, {}}})
		return nil, nil
	}})
	pass := passOn(t, "package p\n")
	n := 0
	pass.Report = func(d analysis.Diagnostic) {
		n++
		if len(d.Related) != 0 || len(d.SuggestedFixes) != 1 {
			t.Errorf("reported %d related places and %d fixes", len(d.Related), len(d.SuggestedFixes))
		}
	}
	if _, err := a.Run(pass); err != nil || n != 1 {
		t.Errorf("%d findings, %v", n, err)
	}
}

// The examples name the module and the linter as they are.
func TestExamples(t *testing.T) {
	for file, want := range map[string][]string{
		"../.golangci.example.yml":   {`version: "2"`, "faultlint:", "type: module", "enable:", "disable:", "tests:"},
		"../.custom-gcl.example.yml": {"version: v2.15.0", "module: github.com/faultlint/faultlint", "import: github.com/faultlint/faultlint/plugin"},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s does not say %q", file, w)
			}
		}
	}
}
