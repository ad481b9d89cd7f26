package config

import (
	"strings"
	"testing"
	"time"
)

// wrong are configurations with a mistake, and the error. Those that say so
// are beyond the schema; all others it must refuse as well.
var wrong = []struct {
	text, want string
	beyond     bool
}{
	{"disabled: [ctxwait]", `f.yml:1:1: unknown key "disabled"; is it disable?`, false},
	{"tests: yes please", `f.yml:1:8: tests: this must be true or false, not the text "yes please"`, false},
	{"tests: 1", `f.yml:1:8: tests: this must be true or false, not 1`, false},
	{"disable: ctxwait", `f.yml:1:10: disable: this must be a list, not the text "ctxwait"`, false},
	{"disable: [ctxwat]", `f.yml:1:11: disable[0]: no pass is named "ctxwat"; is it ctxwait?`, false},
	{"disable: [7]", `f.yml:1:11: disable[0]: this must be a name, not 7`, false},
	{"enable: [ctxmissing]\ndisable: [ctxmissing]", `f.yml:2:11: disable[0]: ctxmissing is enabled as well`, true},
	{"tests: true\ntests: true", `f.yml:2`, true},
	{"- a", `f.yml:1:1: this must have keys (enable,`, false},
	{"a: [", `f.yml:1:1: this is not YAML`, true},
	{"tests: true\n---\ntests: true", `f.yml: it holds more than one document`, true},
	{"severity: [{severity: bad}]", `f.yml:1:23: severity[0].severity: "bad" is none of error, warning, note`, false},
	{"severity: [{passes: [ctxwait]}]", `f.yml:1:12: severity[0]: key "severity" is missing`, false},
	{"exclude: [{passes: [ctxwait]}]", `f.yml:1:11: exclude[0]: key "paths" is missing`, false},
	{"exclude: [{paths: [/abs]}]", `f.yml:1:20: exclude[0].paths[0]: "/abs": patterns are relative`, true},
	{"exclude: [{paths: [.]}]", `f.yml:1:20: exclude[0].paths[0]: the pattern names everything`, true},
	{"options: {retrybudget: {patience: 30}}", `f.yml:1:35: options.retrybudget.patience: "30" is not a positive duration such as 1m30s`, false},
	{"options: {retrybudget: {patience: -3s}}", `"-3s" is not a positive duration`, false},
	{"options: {retrybudget: {patience: soon}}", `"soon" is not a positive duration`, false},
	{"options: {ctxwait: {}}", `f.yml:1:11: options: unknown key "ctxwait"`, false},
	{"options: {retrydelay: {jitter: some}}", `"some" is none of clients, everywhere`, false},
	{"options: {retrydelay: {attempts: 1}}", `1 is less than 2`, false},
	{"options: {retrydelay: {attempts: 2.5}}", `this must be a whole number, not 2.5`, false},
	{"knowledge: {blocking: [{twin: a.com/b.C}]}", `f.yml:1:24: knowledge.blocking[0]: key "func" is missing`, false},
	{"knowledge: {nonblocking: [Do]}", `"Do" has no package; write example.com/app.F`, false},
	{"knowledge: {nonblocking: [(*T).Do]}", `"(*T).Do" has no package`, false},
	{"knowledge: {nonblocking: [a.com/**.Do]}", `a package is named in full, without wildcards`, false},
	{"knowledge: {blocking: [{func: a.com/b.C, limit: 1s, limit-argument: 1}]}", `exclude each other`, true},
	{"knowledge: {blocking: [{func: a.com/b.C, obeys: false}]}", `obeys says nothing without context`, true},
	{"knowledge: {blocking: [{func: a.com/b.C, context: 0}]}", `0 is less than 1`, false},
	{"knowledge: {handlers: [{budget: 2s}]}", `f.yml:1:24: knowledge.handlers[0]: one of func, parameters, type, interface and registered-by must be given`, true},
	{"knowledge: {handlers: [{parameters: [context.Context, _]}]}", `a context alone does not tell a handler`, true},
	{"knowledge: {handlers: [{func: a.com/b.C, methods: [D]}]}", `methods says nothing without interface`, true},
	{"knowledge: {retries: [{func: a.com/b.C}]}", `key "closure" is missing`, false},
	{"knowledge: {retries: [{func: a.com/b.C, closure: 1, attempts: 3, endless: true}]}", `exclude each other`, true},
	{"knowledge: {retries: [{func: a.com/b.C, closure: 1, factor: 0.5}]}", `0.5 is less than 1`, false},
	{"knowledge: {retries: [{func: a.com/b.C, closure: 1, factor: 2}]}", `say nothing without delay`, true},
	{"knowledge: {clients: [{timeout: 3s}]}", `one of var, field and func must be given`, true},
	{"knowledge: {clients: [{var: a.com/b.C}]}", `key "timeout" is missing`, false},
	{"knowledge: {clients: [{field: a.com/b.C, timeout: 3s}]}", `"a.com/b.C" is not the name of a field`, true},
	{"knowledge: {nonblocking: [a.com/b.C], blocking: [{func: a.com/b.C}]}", `is said to be nonblocking as well`, true},
	{"knowledge: {idempotent: [a.com/b.C], not-idempotent: [{func: a.com/b.C}]}", `is said to be idempotent as well`, true},
}

func TestWrong(t *testing.T) {
	for _, tc := range wrong {
		_, err := Parse("f.yml", []byte(tc.text))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s\n\tgives %v\n\twant  %s", tc.text, err, tc.want)
		}
		if !tc.beyond && len(validate(t, tc.text)) == 0 {
			t.Errorf("%s\n\tis right by the schema", tc.text)
		}
	}
}

func TestAllMistakesAtOnce(t *testing.T) {
	_, err := Parse("f.yml", []byte("tets: true\ndisable: [ctxwat]\n"))
	errs, ok := err.(Errors)
	if !ok || len(errs) != 2 || errs[0].Pos.Line != 1 || errs[1].Pos.Line != 2 {
		t.Errorf("errors are %v", err)
	}
}

func TestRight(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "tests:\n", "disable: []", "knowledge:\n", "x: &a [ctxwait]\n"[:0]} {
		c, err := Parse("f.yml", []byte(text))
		if err != nil || c.Write() != nil {
			t.Errorf("%q gives %v, %s", text, err, c.Write())
		}
	}
	c, err := Parse("f.yml", []byte("disable: &all [ctxwait, ctxloop]\nexclude:\n  - paths: [a]\n    passes: *all\n"))
	if err != nil || len(c.Exclude) != 1 || len(c.Exclude[0].Passes) != 2 {
		t.Errorf("an alias gives %v, %v", c, err)
	}
}

// golangci-lint hands over maps.
func TestFromValue(t *testing.T) {
	c, err := FromValue("settings", map[string]any{
		"disable": []any{"ctxwait"}, "tests": true,
		"knowledge": map[string]any{"handlers": []any{map[string]any{"func": "(*example.com/A.T).M", "budget": "2s"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	h := c.Knowledge.Handlers
	if len(c.Disable) != 1 || !c.Tests.Or(false) || len(h) != 1 || h[0].Func.Key != "(~example.com/A.T).M" || time.Duration(h[0].Budget) != 2*time.Second {
		t.Errorf("read as %+v", c)
	}
	if _, err := FromValue("settings", map[string]any{"disabel": []any{}}); err == nil || err.Error() != `settings: unknown key "disabel"; is it disable?` {
		t.Errorf("error is %v", err)
	}
	if c, err := FromValue("settings", nil); err != nil || c.Write() != nil {
		t.Errorf("nothing gives %v, %v", c, err)
	}
}

func TestFuncKey(t *testing.T) {
	for _, tc := range [][2]string{
		{"example.com/app.Do", "example.com/app.Do"},
		{"(*example.com/app.T).Do", "(~example.com/app.T).Do"},
		{"(example.com/app.T).Do", "(~example.com/app.T).Do"},
		{"example.com/app.T.Do", "(~example.com/app.T).Do"},
		{"gopkg.in/yaml.v3.Unmarshal", "gopkg.in/yaml.v3.Unmarshal"},
		{"(*gopkg.in/yaml.v3.Decoder).Decode", "(~gopkg.in/yaml.v3.Decoder).Decode"},
		{"github.com/nats-io/nats.go.Connect", "github.com/nats-io/nats.go.Connect"},
		{"example.com.Do", "example.com.Do"},
		{"example.com.T.Do", "(~example.com.T).Do"},
		{"time.Timer.Reset", "(~time.Timer).Reset"},
		{"net/http.Get", "net/http.Get"},
		{"time.Sleep", "time.Sleep"},
		{"example.com/app.T.{Get,Put}", "(~example.com/app.T).{Get,Put}"},
		{"example.com/app.Get*", "example.com/app.Get*"},
	} {
		got, err := funcKey(tc[0])
		if got != tc[1] || err != nil {
			t.Errorf("%s is %s (%v), want %s", tc[0], got, err, tc[1])
		}
	}
}

func TestGlob(t *testing.T) {
	for _, tc := range []struct {
		pattern, file string
		want          bool
	}{
		{"internal/legacy", "internal/legacy/a.go", true},
		{"internal/legacy/", "internal/legacy/b/a.go", true},
		{"internal/legacy", "internal/legacyx/a.go", false},
		{"internal/legacy", "x/internal/legacy/a.go", false},
		{"**/zz_*.go", "zz_a.go", true},
		{"**/zz_*.go", "a/b/zz_a.go", true},
		{"**/zz_*.go", "a/b/zz_a.go.txt", false},
		{"cmd/*/main.go", "cmd/x/main.go", true},
		{"cmd/*/main.go", "cmd/x/y/main.go", false},
		{"a.go", "axgo", false},
		{"./a", "a/b.go", true},
	} {
		re, err := globExpr(tc.pattern)
		if err != nil || re.MatchString(tc.file) != tc.want {
			t.Errorf("%s covers %s: %v (%v), want %v", tc.pattern, tc.file, !tc.want, err, tc.want)
		}
	}
}
