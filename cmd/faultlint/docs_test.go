package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

// documents returns the texts that tell people what to type.
func documents(t *testing.T) []string {
	root := filepath.Join("..", "..")
	files := []string{filepath.Join(root, "README.md"), filepath.Join(root, ".pre-commit-hooks.yaml")}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(name) != ".png" {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A command line is indented, in a fence, in backquotes, or the value of a key; it ends with the line,
// a pipe, a redirection or a comment.
var (
	commandLine = regexp.MustCompile("(?m)(?:^(?: {4}|\t|\\$ |.*\\| |.*`| *- | *(?:- )?(?:run|entry): ).*?|^)((?:\\S*/)?faultlint(?: [^`\n]*)?)")
	word        = regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`)
	vetLine     = regexp.MustCompile(`go vet [^\n` + "`" + `]*-vettool=\$\(which faultlint\)[^\n` + "`" + `]*`)
)

// lineOf returns the arguments of a command line in a document, nil if it is only the name.
func lineOf(text string) []string {
	var args []string
	for _, w := range word.FindAllString(text, -1)[1:] {
		if w == "|" || w == "||" || w == "&&" || w == "#" || strings.HasPrefix(w, ">") || strings.HasPrefix(w, "2>") {
			break
		}
		args = append(args, strings.NewReplacer(`"`, "", `'`, "").Replace(w))
	}
	return args
}

// Every command line that the documents show is one that the command takes.
func TestCommandLinesInDocs(t *testing.T) {
	seen := make(map[string]int)
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range commandLine.FindAllStringSubmatch(string(text), -1) {
			args := lineOf(m[1])
			if len(args) == 0 || !strings.HasPrefix(args[0], "-") && !strings.HasPrefix(args[0], "./") && commands[args[0]] == nil {
				continue // prose
			}
			seen[filepath.Base(file)]++
			t.Logf("%s: %q", filepath.Base(file), args)
			if err := checkArgs(args); err != nil {
				t.Errorf("%s: %s: %v", file, m[1], err)
			}
		}
		for _, line := range vetLine.FindAllString(string(text), -1) {
			seen["vet"]++
			if err := checkVetArgs(strings.Fields(line)); err != nil {
				t.Errorf("%s: %s: %v", file, line, err)
			}
		}
	}
	for file, n := range map[string]int{
		"ci.md": 8, "README.md": 2, "github-annotations.yml": 1, "github-code-scanning.yml": 1, "gitlab-ci.yml": 1, "vet": 2,
	} {
		if seen[file] < n {
			t.Errorf("%d command lines recognised in %s, and there are %d at least", seen[file], file, n)
		}
	}
	for _, bad := range []string{"faultlint -nosuch ./...", "faultlint -format=xml ./...", "faultlint -only nosuch", "faultlint ./... -q", "faultlint list all of them"} {
		if checkArgs(lineOf(bad)) == nil {
			t.Errorf("%s: taken for right", bad)
		}
	}
}

func checkArgs(args []string) error {
	var f flags
	fs := f.set()
	if err := fs.Parse(args); err != nil && err != flag.ErrHelp {
		return err
	}
	if err := f.output.check(f.json); err != nil {
		return err
	}
	all := passes(rule.Options{})
	for _, list := range []string{f.only, f.skip, f.enable} {
		for _, name := range splitNames(list) {
			if find(all, name) == nil && name != strings.ToUpper(name) && len(name) > 1 {
				return fmt.Errorf("no pass is named %q", name)
			}
		}
	}
	rest := fs.Args()
	if len(rest) > 0 && slices.Contains([]string{"config", "gopls", "cache", "help"}, rest[0]) {
		return nil // they check what follows themselves
	}
	if len(rest) > 0 && rest[0] == "explain" {
		if len(rest) != 2 || find(all, rest[1]) == nil && rest[1] != "NAME" {
			return fmt.Errorf("explain takes the name of a pass, not %q", rest[1:])
		}
		return nil
	}
	if len(rest) > 0 && commands[rest[0]] != nil && len(rest) > 1 {
		return fmt.Errorf("%s takes no arguments", rest[0])
	}
	for _, arg := range rest {
		if strings.HasPrefix(arg, "-") && arg != "-" && (len(rest) == 0 || commands[rest[0]] == nil) {
			return fmt.Errorf("flag %s after the packages", arg)
		}
	}
	return nil
}

// checkVetArgs checks those flags of go vet that are ours.
func checkVetArgs(args []string) error {
	for _, arg := range args[2:] {
		name, isFlag := strings.CutPrefix(arg, "-")
		name, _, _ = strings.Cut(name, "=")
		if isFlag && !slices.Contains([]string{"vettool", "json", "tests", "tags", "C"}, name) && find(passes(rule.Options{}), name) == nil {
			return fmt.Errorf("go vet takes no -%s", name)
		}
	}
	return nil
}

// The examples that are YAML are that, and what the hook says is what pre-commit reads.
func TestExamplesParse(t *testing.T) {
	n := 0
	for _, file := range documents(t) {
		if ext := filepath.Ext(file); ext != ".yml" && ext != ".yaml" {
			continue
		}
		n++
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var doc any
		if err := yaml.Unmarshal(data, &doc); err != nil || doc == nil {
			t.Errorf("%s: %v", file, err)
		}
		decode := func(into any) {
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			dec := yaml.NewDecoder(f)
			dec.KnownFields(true)
			if err := dec.Decode(into); err != nil && err != io.EOF {
				t.Errorf("%s: %v", file, err)
			}
		}
		switch filepath.Base(file) {
		case ".pre-commit-hooks.yaml":
			var hooks []struct {
				ID, Name, Description, Language, Entry string
				Types                                  []string
				PassFilenames                          bool `yaml:"pass_filenames"`
				RequireSerial                          bool `yaml:"require_serial"`
			}
			decode(&hooks)
			if len(hooks) != 1 || hooks[0].ID != "faultlint" || hooks[0].Entry != "faultlint" || hooks[0].Language != "golang" || hooks[0].PassFilenames {
				t.Errorf("%s: %+v", file, hooks)
			}
		case "gitlab-ci.yml":
			var ci struct {
				Stages []string
				Job    struct {
					Stage, Image string
					Variables    map[string]string
					Cache        struct {
						Key   string
						Paths []string
					}
					Rules     []struct{ If string }
					Script    []string
					Artifacts struct {
						When    string
						Reports map[string]string
					}
				} `yaml:"faultlint"`
			}
			decode(&ci)
			report := ci.Job.Artifacts.Reports["junit"]
			if n := len(ci.Job.Script); n == 0 || report == "" || !strings.HasSuffix(ci.Job.Script[n-1], "> "+report) || ci.Job.Artifacts.When != "always" {
				t.Errorf("%s: %+v", file, ci)
			}
		case "pre-commit-config.yaml":
			var config struct {
				Repos []struct {
					Repo, Rev string
					Hooks     []struct {
						ID   string
						Args []string
					}
				}
			}
			decode(&config)
			if len(config.Repos) != 1 || len(config.Repos[0].Hooks) != 1 || config.Repos[0].Hooks[0].ID != "faultlint" {
				t.Fatalf("%s: %+v", file, config)
			}
			if err := checkArgs(config.Repos[0].Hooks[0].Args); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	if n < 5 {
		t.Errorf("%d examples found", n)
	}
}

// The tables of passes and severities, and the list of passes for Bazel, are those of the suite.
func TestPassesInDocs(t *testing.T) {
	ci, err := os.ReadFile(filepath.Join("..", "..", "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	bySeverity := make(map[severity.Severity][]string)
	var labels []string
	for name, s := range analyzers.Severities() {
		bySeverity[s] = append(bySeverity[s], name)
		if !analyzers.Off(name) && name != "directives" { // which needs all others, so is nothing by itself
			labels = append(labels, `        "@com_github_faultlint_faultlint//analyzers/`+name+`",`)
		}
	}
	for s, names := range bySeverity {
		slices.Sort(names)
		if row := fmt.Sprintf("| %s | %s |\n", s, strings.Join(names, ", ")); !strings.Contains(string(ci), row) {
			t.Errorf("docs/ci.md has no row %s", row)
		}
	}
	nogo, err := os.ReadFile(filepath.Join("..", "..", "docs", "examples", "nogo.bazel"))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range passes(rule.Options{}) {
		summary, _ := rule.Summary(a.Name, a.Doc)
		if row := fmt.Sprintf("| [%s](docs/%[1]s.md) | %s |\n", a.Name, summary); !strings.Contains(string(readme), row) {
			t.Errorf("README.md has no row %s", row)
		}
	}
	slices.Sort(labels)
	if list := strings.Join(labels, "\n"); !strings.Contains(string(nogo), "[\n"+list+"\n    ],") {
		t.Errorf("docs/examples/nogo.bazel does not list\n%s", list)
	}
}

// The example of a tool for go vet builds, and says what the command says.
func TestVetToolExample(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a command")
	}
	dir := t.TempDir()
	tool := filepath.Join(dir, "vettool")
	if out, err := command("../..", "go", "build", "-o", tool, "./docs/examples/vettool.go").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	archive, err := txtar.ParseFile(filepath.Join("testdata", "script", "suite.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if err := txtar.Write(archive, dir); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FAULTLINT_CACHE", t.TempDir())
	want := findings(t, dir, command(dir, "faultlint", "-json", "./..."))
	got := findings(t, dir, command(dir, "go", "vet", "-json", "-vettool="+tool, "./..."))
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("the example finds\n%s\nthe command\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
