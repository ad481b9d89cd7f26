package gopls_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// testConfig changes the configuration of a workspace between one process and the next, which
// share a cache.
func testConfig(t *testing.T, bin, cache string) {
	ws, _ := workspace(t)
	app, file := filepath.Join(ws, "app", "app.go"), filepath.Join(ws, ".faultlint.yml")
	for _, step := range []struct {
		config string
		want   func([]diagnostic) bool
	}{
		{"", func(ds []diagnostic) bool { return has("ctxwait")(ds) && has("ctxblock")(ds) }},
		{"disable: [ctxwait]\n", func(ds []diagnostic) bool { return !has("ctxwait")(ds) && has("ctxblock")(ds) }},
		{"exclude:\n  - paths: [app/**]\n", func(ds []diagnostic) bool { return len(ours(ds)) == 0 }},
		{"severity:\n  - severity: note\n    passes: [ctxwait]\n", func(ds []diagnostic) bool {
			for _, d := range ds {
				if d.Source == "ctxwait" && d.Severity != 3 {
					return false
				}
			}
			return has("ctxwait")(ds)
		}},
		{"knowledge:\n  nonblocking: [example.com/ws/lib.Name]\n", func(ds []diagnostic) bool {
			return has("ctxblock")(ds) && !strings.Contains(show(ds), "lib.Name")
		}},
		{"disabled: [ctxwait]\n", func(ds []diagnostic) bool { return strings.Contains(show(ds), "disabled") && has("faultlint")(ds) }},
		{"", func(ds []diagnostic) bool { return has("ctxwait")(ds) && has("ctxblock")(ds) && !has("faultlint")(ds) }},
	} {
		if err := os.WriteFile(file, []byte(step.config), 0o644); err != nil {
			t.Fatal(err)
		}
		s := start(t, bin, ws, cache, nil)
		s.open(app)
		// What is unused is gopls' own finding: it comes together with ours.
		got := s.await(app, "is analysed", has("unusedfunc"))
		if !step.want(got) {
			t.Errorf("with the configuration %q gopls says\n%s", step.config, show(got))
		}
		s.stop()
	}
}
