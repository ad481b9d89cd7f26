// Package gopls_test builds gopls as a user does and talks to it as an editor does.
package gopls_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/driver"
	"github.com/faultlint/faultlint/internal/goplsbuild"
	"github.com/faultlint/faultlint/internal/report"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

// versions returns the versions of gopls to try, of FAULTLINT_GOPLS: a list with commas. Each takes a
// minute or more to build, so that there is none by default. CI tries the oldest and the newest
// that Go 1.26 builds.
func versions(t *testing.T) []string {
	list := os.Getenv("FAULTLINT_GOPLS")
	if list == "" {
		t.Skip("FAULTLINT_GOPLS is not set to versions of gopls, as in v0.21.0,v0.23.0")
	}
	return strings.Split(list, ",")
}

func newest(t *testing.T) string {
	list := versions(t)
	return list[len(list)-1]
}

var bins struct {
	sync.Mutex
	dir string
	of  map[string]string
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "faultlint-e2e-")
	if err != nil {
		panic(err)
	}
	bins.dir, bins.of = dir, make(map[string]string)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// build returns a gopls of that version with faultlint, and more files in its main package.
func build(t *testing.T, version string, files map[string]string) string {
	t.Helper()
	bins.Lock()
	defer bins.Unlock()
	key := version + fmt.Sprint(files)
	if bin := bins.of[key]; bin != "" {
		return bin
	}
	if out, err := exec.Command("go", "mod", "download", "golang.org/x/tools/gopls@"+version).CombinedOutput(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("gopls %s cannot be downloaded: %s", version, out)
		}
		t.Skipf("gopls %s cannot be downloaded: %s", version, out)
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := goplsbuild.Build(context.Background(), goplsbuild.Options{
		Gopls: version, Dir: filepath.Join(bins.dir, fmt.Sprint(len(bins.of))), Source: root, Files: files,
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := version + "+faultlint"; !strings.Contains(rec.Version, want) {
		t.Errorf("gopls version says %q, want %q in it", rec.Version, want)
	}
	bins.of[key] = rec.Binary
	return rec.Binary
}

// workspace copies testdata to a place of its own and returns the directories of the workspace and
// of the module that it depends on.
func workspace(t *testing.T) (ws, dep string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "ws"), filepath.Join(dir, "dep")
}

func TestGopls(t *testing.T) {
	for _, v := range versions(t) {
		t.Run(v, func(t *testing.T) {
			bin := build(t, v, nil)
			cache := t.TempDir()
			t.Run("EveryPass", func(t *testing.T) { testEveryPass(t, bin, cache) })
			t.Run("Edit", func(t *testing.T) { testEdit(t, bin, cache) })
			t.Run("Settings", func(t *testing.T) { testSettings(t, bin, cache) })
			t.Run("Config", func(t *testing.T) { testConfig(t, bin, cache) })
		})
	}
}

// testEveryPass compares what gopls says of the workspace with what the command says.
func testEveryPass(t *testing.T, bin, cache string) {
	ws, _ := workspace(t)
	want := command(t, ws)
	s := start(t, bin, ws, cache, nil)
	passes := make(map[string]bool)
	err := filepath.WalkDir(ws, func(file string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".go" {
			return err
		}
		s.open(file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for file, list := range want {
		got := s.await(file, fmt.Sprintf("%d findings", len(list)), func(ds []diagnostic) bool { return len(ours(ds)) >= len(list) })
		compare(t, file, ours(got), list)
		for _, f := range list {
			passes[f.Analyzer] = true
		}
	}
	// The suppressed and the generated are in files of a package that has been answered for.
	for _, name := range []string{"app/generated.go", "every/doc.go"} {
		if got := s.await(filepath.Join(ws, name), "is looked at", func([]diagnostic) bool { return true }); len(ours(got)) > 0 {
			t.Errorf("%s: %s", name, show(got))
		}
	}
	for _, a := range analyzers.All() {
		if !passes[a.Name] && !rule.Default().Off(a.Name) {
			t.Errorf("nothing in testdata/ws is found by %s", a.Name)
		}
	}
}

// command returns the command's findings in the workspace, by file.
func command(t *testing.T, ws string) map[string][]report.Finding {
	t.Helper()
	res, err := driver.Run(context.Background(), driver.Options{Dir: ws, Patterns: []string{"./..."}, Analyzers: analyzers.All()})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Problems) > 0 {
		t.Fatal(res.Problems)
	}
	byFile := make(map[string][]report.Finding)
	for _, f := range res.Findings {
		byFile[f.Pos.File] = append(byFile[f.Pos.File], f)
	}
	return byFile
}

// ours returns the diagnostics that link to pages of faultlint.
func ours(list []diagnostic) []diagnostic {
	return slices.DeleteFunc(slices.Clone(list), func(d diagnostic) bool {
		return !strings.HasPrefix(d.CodeDescription.Href, rule.DocsURL)
	})
}

func compare(t *testing.T, file string, got []diagnostic, want []report.Finding) {
	t.Helper()
	line := func(file string, line, col, toLine, toCol int, rest ...any) string {
		return fmt.Sprintf("%s:%d:%d-%d:%d %q", filepath.Base(file), line, col, toLine, toCol, fmt.Sprint(rest...))
	}
	var have, wanted []string
	for _, d := range got {
		r := d.Range
		text := line(file, r.Start.Line+1, r.Start.Character+1, r.End.Line+1, r.End.Character+1, d.Message, d.Source, d.Code, d.CodeDescription.Href, d.Severity)
		for _, rel := range d.Related {
			// Of other packages only the lines are known for sure.
			text += fmt.Sprintf("\n\t%s:%d %s", filepath.Base(rel.Location.URI), rel.Location.Range.Start.Line+1, rel.Message)
		}
		have = append(have, text)
	}
	for _, f := range want {
		severity := map[severity.Severity]int{severity.Error: 1, severity.Warning: 2, severity.Note: 3}[severity.Of(f.Analyzer, analyzers.Severities(), nil)]
		text := line(file, f.Pos.Line, f.Pos.Col, f.End.Line, f.End.Col, f.Message, f.Analyzer, f.Analyzer, rule.DocsURL+f.Analyzer+".md", severity)
		for _, rel := range f.Related {
			text += fmt.Sprintf("\n\t%s:%d %s", filepath.Base(rel.Pos.File), rel.Pos.Line, rel.Message)
		}
		wanted = append(wanted, text)
	}
	slices.Sort(have)
	slices.Sort(wanted)
	if h, w := strings.Join(have, "\n"), strings.Join(wanted, "\n"); h != w {
		t.Errorf("gopls says\n%s\nthe command says\n%s", h, w)
	}
}

// testEdit follows a user who repairs findings, first here, then in a dependency.
func testEdit(t *testing.T, bin, cache string) {
	ws, _ := workspace(t)
	app, lib := filepath.Join(ws, "app", "app.go"), filepath.Join(ws, "lib", "lib.go")
	s := start(t, bin, ws, cache, nil)
	s.open(app)
	before := s.await(app, "four findings", func(ds []diagnostic) bool { return len(ours(ds)) >= 4 })
	for _, chain := range []string{"Name → (*sql.DB).QueryRow", "Ask → net.Dial", "http.Get waits", "time.Sleep of 10s"} {
		if !strings.Contains(show(before), chain) {
			t.Errorf("nothing says %q in\n%s", chain, show(before))
		}
	}

	// The fix of the finding.
	i := slices.IndexFunc(before, func(d diagnostic) bool { return d.Source == "ctxwait" })
	if i < 0 {
		t.Fatal("no finding of ctxwait")
	}
	fixed := s.fix(app, before[i])
	golden := filepath.Join("testdata", "app.go.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(golden, []byte(fixed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || fixed != string(want) {
		t.Errorf("the code action gives\n%s\nwant %s (%v)", fixed, golden, err)
	}
	s.change(app, fixed)
	s.await(app, "ctxwait is content", not(has("ctxwait")))

	// The dependency, not saved: its function does not wait any more, and then again.
	text, err := os.ReadFile(lib)
	if err != nil {
		t.Fatal(err)
	}
	s.open(lib)
	find := func(ds []diagnostic) bool { return strings.Contains(show(ds), "lib.Name waits") }
	s.change(lib, strings.Replace(string(text), `err := db.QueryRow("SELECT name FROM people WHERE id = ?", id).Scan(&name)`, "var err error", 1))
	s.await(app, "lib.Name does not wait", not(find))
	s.change(lib, string(text))
	s.await(app, "lib.Name waits", find)
}

// fix returns the text of a file after its first quick fix for a diagnostic.
func (s *session) fix(file string, d diagnostic) string {
	s.t.Helper()
	type edit struct {
		Range   span   `json:"range"`
		NewText string `json:"newText"`
	}
	var actions []struct {
		Kind  string `json:"kind"`
		Title string `json:"title"`
		Edit  struct {
			Changes         map[string][]edit `json:"changes"`
			DocumentChanges []struct {
				Edits []edit `json:"edits"`
			} `json:"documentChanges"`
		} `json:"edit"`
	}
	result := s.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uri(file)}, "range": d.Range,
		"context": map[string]any{"diagnostics": []any{d.raw}, "only": []string{"quickfix"}},
	})
	if err := json.Unmarshal(result, &actions); err != nil || len(actions) != 1 {
		s.t.Fatalf("code actions %s (%v), want one", result, err)
	}
	edits := actions[0].Edit.Changes[uri(file)]
	for _, c := range actions[0].Edit.DocumentChanges {
		edits = append(edits, c.Edits...)
	}
	text, err := os.ReadFile(file)
	if err != nil || len(edits) == 0 {
		s.t.Fatalf("%d edits in %s (%v)", len(edits), result, err)
	}
	offset := func(p position) int {
		lines := strings.SplitAfter(string(text), "\n")
		return len(strings.Join(lines[:p.Line], "")) + p.Character // the file is ASCII
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(offset(b.Range.Start), offset(a.Range.Start)) })
	for _, e := range edits {
		text = slices.Replace(text, offset(e.Range.Start), offset(e.Range.End), []byte(e.NewText)...)
	}
	return string(text)
}

// testSettings turns passes off and on by name.
func testSettings(t *testing.T, bin, cache string) {
	ws, _ := workspace(t)
	app := filepath.Join(ws, "app", "app.go")
	s := start(t, bin, ws, cache, map[string]any{"analyses": map[string]any{"ctxwait": false}})
	s.open(app)
	s.await(app, "ctxblock reports", has("ctxblock"))
	if got := s.await(app, "is looked at", has("ctxblock")); has("ctxwait")(got) {
		t.Errorf("ctxwait is off and reports\n%s", show(got))
	}
	s.set(map[string]any{"analyses": map[string]any{"ctxblock": false}})
	s.await(app, "ctxwait reports, ctxblock does not", func(ds []diagnostic) bool { return has("ctxwait")(ds) && !has("ctxblock")(ds) })
	s.set(map[string]any{"analyses": map[string]any{"ctxblock": true}})
	s.await(app, "both report", func(ds []diagnostic) bool { return has("ctxwait")(ds) && has("ctxblock")(ds) })
}
