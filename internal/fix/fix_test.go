package fix

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/report"
)

// module writes a module with one file and returns its directory and file.
func module(t *testing.T, text string) (dir, file string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(dir, "a.go")
	for name, s := range map[string]string{"go.mod": "module m.test\n\ngo 1.26\n", "a.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	return dir, file
}

func replace(file, text, old, new string) report.Finding {
	i := strings.Index(text, old)
	return report.Finding{Fixes: []report.Fix{{Edits: []report.Edit{{File: file, Start: i, End: i + len(old), New: new}}}}}
}

const text = "package a\n\nvar a = 1\nvar b = 2\n"

func TestPlan(t *testing.T) {
	_, file := module(t, text)
	found := []report.Finding{
		replace(file, text, "1", "10"),
		replace(file, text, "a = 1", "a = 3"), // overlaps the first
		{},
		replace(file, text, "2", "20"),
		replace(file, text, "2", "20"), // the same edit once more
	}
	p := New(found)
	files, bad := p.Files()
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	if got, want := string(files[file]), "package a\n\nvar a = 10\nvar b = 20\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(p.Taken) != 3 {
		t.Errorf("taken %v", p.Taken)
	}
	if q := p.Without(map[string]bool{file: true}); len(q.Taken) != 0 {
		t.Errorf("without its only file the plan has %v", q.Taken)
	}
	if err := Write(files); err != nil {
		t.Fatal(err)
	}
	st, err := os.Stat(file)
	if err != nil || st.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", st.Mode(), err)
	}
}

func TestDoesNotParse(t *testing.T) {
	_, file := module(t, text)
	files, bad := New([]report.Finding{replace(file, text, "1", "(")}).Files()
	if len(files) != 0 || bad[file] == nil {
		t.Errorf("files %v, bad %v", files, bad)
	}
}

func TestFileChanged(t *testing.T) {
	_, file := module(t, "package a\n")
	_, bad := New([]report.Finding{replace(file, text, "2", "3")}).Files()
	if bad[file] == nil {
		t.Error("an edit beyond the end of the file is made")
	}
}

func TestCheck(t *testing.T) {
	dir, file := module(t, text)
	ctx := context.Background()
	good := map[string][]byte{file: []byte("package a\n\nvar a = 3\nvar b = 2\n")}
	if bad, err := Check(ctx, dir, nil, good); err != nil || len(bad) != 0 {
		t.Errorf("bad %v, %v", bad, err)
	}
	wrong := map[string][]byte{file: []byte("package a\n\nvar a int = \"x\"\n")}
	if bad, err := Check(ctx, dir, nil, wrong); err != nil || !bad[file] {
		t.Errorf("bad %v, %v", bad, err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Errorf("a check has changed the file: %q, %v", got, err)
	}
}
