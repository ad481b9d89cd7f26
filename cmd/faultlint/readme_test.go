package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What the README shows is the code of the example and what the command says of it.
func TestReadme(t *testing.T) {
	root := filepath.Join("..", "..")
	shop := filepath.Join(root, "docs", "examples", "shop")
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	t.Setenv("FAULTLINT_CACHE", t.TempDir())
	t.Setenv("GOWORK", "off")
	out, _ := command(shop, "faultlint", "./...").Output() // it exits with 1
	said := strings.Split(strings.TrimSpace(string(out)), "\n")

	readme := read("README.md")
	_, shown, ok := strings.Cut(readme, "$ faultlint ./...\n")
	if !ok {
		t.Fatal("the README shows no run")
	}
	shown, _, _ = strings.Cut(shown, "\n\n")
	var lines []string
	for line := range strings.Lines(shown) {
		lines = append(lines, strings.TrimSpace(line))
	}
	if got, want := strings.Join(lines, "\n"), strings.Join(said, "\n"); got != want {
		t.Errorf("the README shows\n%s\nthe command says\n%s", got, want)
	}

	_, code, _ := strings.Cut(readme, "```go\n")
	code, _, ok = strings.Cut(code, "```")
	code, _, left := strings.Cut(code, "\t// …")
	if !ok || !left || !strings.Contains(read("docs/examples/shop/pay.go"), code) {
		t.Errorf("the README's code is not that of the example:\n%s", code)
	}

	start, found := read("docs/getting-started.md"), false
	for _, line := range said {
		if !strings.Contains(start, "    "+line+"\n") {
			continue
		}
		found = true
		place := strings.Join(strings.Split(line, ":")[:2], ":")
		if !strings.Contains(start, "`faultlint why "+place+"`") {
			t.Errorf("docs/getting-started.md asks why elsewhere than at %s", place)
		}
		if out, err := command(shop, "faultlint", "why", place).Output(); err != nil || !strings.Contains(string(out), "the loop at pay.go") {
			t.Errorf("why %s says\n%s%v", place, out, err)
		}
	}
	if !found {
		t.Errorf("docs/getting-started.md shows none of\n%s", strings.Join(said, "\n"))
	}
}

var link = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

// Links lead somewhere, and from the README one comes to every page.
func TestLinksInDocs(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := make(map[string]bool)
	var follow func(name string)
	follow = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		if filepath.Ext(name) != ".md" {
			return
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(data), -1) {
			to := filepath.Join(filepath.Dir(name), filepath.FromSlash(m[1]))
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
				continue
			}
			follow(to)
		}
	}
	follow(filepath.Join(root, "README.md"))
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(pages) < 25 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	for _, page := range pages {
		if !seen[page] {
			t.Errorf("no way leads from the README to %s", page)
		}
	}
}
