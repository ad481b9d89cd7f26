package golangci

import (
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/rule"
)

var yamlBlock = regexp.MustCompile("(?ms)^( *)```yaml\n(.*?)^ *```")

// blocks returns the YAML of the manual of the plugin, in order.
func blocks(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, m := range yamlBlock.FindAllStringSubmatch(read(t, filepath.Join(root, "docs", "golangci-lint.md")), -1) {
		lines := strings.SplitAfter(m[2], "\n")
		for i := range lines {
			lines[i] = strings.TrimPrefix(lines[i], m[1])
		}
		list = append(list, strings.Join(lines, ""))
	}
	return list
}

// Every file and part of a file that the manual shows is one that golangci-lint
// takes, or GitHub.
func TestDocs(t *testing.T) {
	kinds := make(map[string]int)
	for _, text := range blocks(t) {
		name, _, _ := strings.Cut(text, "\n")
		switch {
		case name == "# .custom-gcl.yml":
			kinds["custom"]++
			checkCustom(t, text)
			var got, want any
			if err := yaml.Unmarshal([]byte(text), &got); err != nil {
				t.Fatal(err)
			}
			if err := yaml.Unmarshal([]byte(read(t, filepath.Join(root, ".custom-gcl.example.yml"))), &want); err != nil {
				t.Fatal(err)
			}
			if a, b := marshal(t, got), marshal(t, want); a != b {
				t.Errorf("the manual has\n%s\nthe example file\n%s", a, b)
			}
		case strings.HasPrefix(name, "# .github/workflows/"):
			kinds["workflow"]++
			checkWorkflow(t, text)
		default:
			kinds["config"]++
			checkConfig(t, complete(t, text))
		}
	}
	if kinds["custom"] != 1 || kinds["workflow"] != 1 || kinds["config"] < 4 {
		t.Errorf("the manual has %v", kinds)
	}
}

// complete makes a whole .golangci.yml of what may be a part of one.
func complete(t *testing.T, text string) string {
	t.Helper()
	var config, part map[string]any
	if err := yaml.Unmarshal([]byte(all), &config); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal([]byte(text), &part); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if part["version"] != nil {
		return text
	}
	return marshal(t, merge(config, part))
}

func merge(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	for key, value := range b {
		old, ok := out[key].(map[string]any)
		if m, both := value.(map[string]any); ok && both {
			value = merge(old, m)
		}
		out[key] = value
	}
	return out
}

func marshal(t *testing.T, value any) string {
	t.Helper()
	out, err := yaml.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// checkWorkflow checks a workflow by actionlint, where that can be had: it needs
// another version of a module than golangci-lint does, so it is not required
// by this one.
func checkWorkflow(t *testing.T, text string) {
	t.Helper()
	if want := "golangci-lint@" + exampleCustom(t).Version + " "; !strings.Contains(text, want) {
		t.Errorf("the workflow does not run %s", want)
	}
	file := filepath.Join(t.TempDir(), "lint.yml")
	write(t, file, text)
	cmd := exec.Command("go", "run", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12", "-no-color", file)
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "go: ") && strings.Contains(string(out), "actionlint@") {
		t.Logf("actionlint cannot be had: %s", out)
	} else if err != nil {
		t.Errorf("%s\nin\n%s", out, text)
	}
}

// The severities in the manual are those of the passes.
func TestSeveritiesInDocs(t *testing.T) {
	var config struct {
		Severity struct {
			Rules []struct{ Text, Severity string }
		}
	}
	for _, text := range blocks(t) {
		if strings.HasPrefix(text, "severity:") {
			if err := yaml.Unmarshal([]byte(text), &config); err != nil {
				t.Fatal(err)
			}
		}
	}
	suite := rule.NewSuite(rule.Options{})
	analyzers.New(suite)
	passes := suite.Severities()
	if len(passes) < 20 {
		t.Errorf("%d passes", len(passes))
	}
	for pass, want := range passes {
		got := ""
		for _, r := range config.Severity.Rules {
			if regexp.MustCompile(r.Text).MatchString(pass + ": text") {
				got = r.Severity
				break
			}
		}
		if got != want.String() {
			t.Errorf("%s is %s, and the manual makes it %q", pass, want, got)
		}
	}
}
