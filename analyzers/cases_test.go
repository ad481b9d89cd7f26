package analyzers_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/driver"
)

// floor is what the suite has to find of each family; right code must not be
// flagged at all. Raise it when more is found.
var floor = map[string]map[string]int{
	"cases":   {"retry-timeout": 5, "retry-hygiene": 5, "retry-effect": 10, "ignored-done": 8, "blocking-no-ctx": 8},
	"field":   {"retry-timeout": 30, "retry-hygiene": 20, "retry-effect": 33, "ignored-done": 58, "blocking-no-ctx": 32},
	"field2":  {"retry-timeout": 14, "retry-hygiene": 15, "retry-effect": 16, "ignored-done": 34, "blocking-no-ctx": 16},
	"field3":  {"retry-timeout": 10, "retry-hygiene": 10, "retry-effect": 10, "ignored-done": 24, "blocking-no-ctx": 9},
	"field4":  {"retry-timeout": 8, "retry-hygiene": 9, "retry-effect": 10, "ignored-done": 14, "blocking-no-ctx": 12},
	"field5":  {"retry-timeout": 7, "retry-hygiene": 8, "retry-effect": 12, "ignored-done": 16, "blocking-no-ctx": 12},
	"field6":  {"retry-timeout": 8, "retry-hygiene": 8, "retry-effect": 8, "ignored-done": 16, "blocking-no-ctx": 12},
	"field7":  {"retry-timeout": 10, "retry-hygiene": 9, "retry-effect": 11, "ignored-done": 16, "blocking-no-ctx": 12},
	"field8":  {"retry-timeout": 7, "retry-hygiene": 8, "retry-effect": 7, "ignored-done": 15, "blocking-no-ctx": 12},
	"field9":  {"retry-timeout": 5, "retry-hygiene": 5, "retry-effect": 8, "ignored-done": 7, "blocking-no-ctx": 7},
	"field10": {"retry-timeout": 9, "retry-hygiene": 9, "retry-effect": 9, "ignored-done": 10, "blocking-no-ctx": 10},
	"field11": {"retry-timeout": 16, "retry-hygiene": 11, "retry-effect": 12, "ignored-done": 17, "blocking-no-ctx": 12},
	"field12": {"retry-timeout": 5, "retry-hygiene": 5, "retry-effect": 4, "ignored-done": 9, "blocking-no-ctx": 6},
	"field13": {"retry-timeout": 8, "retry-hygiene": 4, "retry-effect": 7, "ignored-done": 7, "blocking-no-ctx": 9},
	"field14": {"retry-timeout": 7, "retry-hygiene": 7, "retry-effect": 6, "ignored-done": 8, "blocking-no-ctx": 8},
	"field15": {"retry-timeout": 7, "retry-hygiene": 8, "retry-effect": 8, "ignored-done": 8, "blocking-no-ctx": 8},
}

// disputed are right halves that the suite flags all the same, and why.
var disputed = map[string]string{
	"ok-blocking-no-ctx-telemetry-worker": "a wait of up to 5s, without the context at hand, in the loop of a worker",
}

const family = `(retry-timeout|retry-hygiene|retry-effect|ignored-done|blocking-no-ctx)`

var (
	mark     = regexp.MustCompile(`//\s*(EXPECT|OR)\s+` + family)
	caseName = regexp.MustCompile(`^(ok-)?` + family)
)

// TestCases runs the suite over real faults, each with its repair, and right
// code that looks wrong. A line that ends in "// EXPECT family" must get a
// finding, or another marked "// OR family" in its stead.
func TestCases(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the libraries that the cases use")
	}
	for set := range floor {
		t.Run(set, func(t *testing.T) { testCases(t, set) })
	}
}

// testCases runs the suite over the cases of testdata/SET.
func testCases(t *testing.T, set string) {
	dir, err := filepath.Abs("../testdata/" + set)
	if err != nil {
		t.Fatal(err)
	}
	res, err := driver.Run(context.Background(), driver.Options{
		Dir: dir, Patterns: []string{"./cases/..."}, Analyzers: analyzers.All(),
	})
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	byCase := make(map[string][]string)
	for _, f := range res.Findings {
		rel, err := filepath.Rel(filepath.Join(dir, "cases"), f.Pos.File)
		if err != nil {
			t.Fatal(err)
		}
		rel = filepath.ToSlash(rel)
		found[fmt.Sprintf("%s:%d", rel, f.Pos.Line)] = true
		name, rest, _ := strings.Cut(rel, "/")
		if !strings.HasPrefix(rest, "bad/") {
			byCase[name] = append(byCase[name], fmt.Sprintf("%s:%d: %s (%s)", rel, f.Pos.Line, f.Message, f.Analyzer))
		}
	}
	names, err := os.ReadDir(filepath.Join(dir, "cases"))
	if err != nil {
		t.Fatal(err)
	}
	got, all := make(map[string]int), make(map[string]int)
	for _, n := range names {
		m := caseName.FindStringSubmatch(n.Name())
		if m == nil {
			continue
		}
		for _, wrong := range byCase[n.Name()] {
			if disputed[n.Name()] != "" {
				continue
			}
			t.Errorf("right code flagged: %s", wrong)
		}
		if m[1] != "" {
			continue
		}
		all[m[2]]++
		if hit(t, filepath.Join(dir, "cases"), n.Name(), found) {
			got[m[2]]++
		} else {
			t.Logf("not found: %s", n.Name())
		}
	}
	var families []string
	for f := range all {
		families = append(families, f)
	}
	sort.Strings(families)
	for _, f := range families {
		t.Logf("%-16s %d of %d", f, got[f], all[f])
		if got[f] < floor[set][f] {
			t.Errorf("%s: found %d of %d, the floor is %d", f, got[f], all[f], floor[set][f])
		}
	}
}

// hit reports whether a marked line of the case's bad half has a finding.
func hit(t *testing.T, dir, name string, found map[string]bool) bool {
	ok := false
	err := filepath.WalkDir(filepath.Join(dir, name, "bad"), func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		sc := bufio.NewScanner(file)
		for line := 1; sc.Scan(); line++ {
			if mark.MatchString(sc.Text()) && found[fmt.Sprintf("%s:%d", filepath.ToSlash(rel), line)] {
				ok = true
			}
		}
		return sc.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return ok
}
