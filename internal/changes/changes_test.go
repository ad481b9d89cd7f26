package changes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const aDiff = `From 0000 Mon Sep 17 00:00:00 2001
Subject: a mail with a patch

--- a/dir/a.go
+++ b/dir/a.go
@@ -1,5 +1,5 @@
 1
-old
+2
+3
 4
-gone
 5
@@ -20 +20,0 @@
-gone
diff --git a/old.go b/new.go
similarity index 100%
rename from old.go
rename to new.go
diff --git "a/\303\244.go" "b/\303\244.go"
new file mode 100644
--- /dev/null
+++ "b/\303\244.go"
@@ -0,0 +1,2 @@
+1
+2
diff --git a/deleted.go b/deleted.go
deleted file mode 100644
--- a/deleted.go
+++ /dev/null
@@ -1,2 +0,0 @@
-1
-2
diff --git a/x.png b/x.png
index 1111111..2222222 100644
Binary files a/x.png and b/x.png differ
`

func TestParse(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"dir/a.go", "new.go", "ä.go", "x.png", "b/dir/a.go", "b/ä.go"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	s, err := Parse(strings.NewReader(aDiff), link)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file     string
		from, to int
		want     bool
	}{
		{"dir/a.go", 1, 1, false},
		{"dir/a.go", 2, 2, true},
		{"dir/a.go", 3, 3, true},
		{"dir/a.go", 1, 9, true},
		{"dir/a.go", 4, 4, false},
		{"dir/a.go", 4, 5, true}, // what stood between them is gone
		{"dir/a.go", 5, 5, false},
		{"dir/a.go", 6, 19, false},
		{"dir/a.go", 20, 20, false},
		{"dir/a.go", 20, 21, true},
		{"dir/a.go", 21, 30, false},
		{"new.go", 1, 99, false}, // renamed only
		{"ä.go", 2, 2, true},
		{"ä.go", 3, 3, false},
		{"a.go", 2, 2, false},
		{"x.png", 1, 1, false},
		{"b/dir/a.go", 1, 99, false},
		{"b/ä.go", 1, 99, false},
	} {
		for _, base := range []string{dir, link} {
			if got := s.Touch(filepath.Join(base, test.file), test.from, test.to); got != test.want {
				t.Errorf("%s, lines %d to %d: %v, want %v", test.file, test.from, test.to, got, test.want)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	for in, want := range map[string]string{
		"package a\n":                                      "not a unified diff",
		"--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n":            "",
		"--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-1\n+2\n":    "a.go below",
		"--- a/a.go\n+++ b/a.go\n@@ -1 +1,x @@\n-1\n+2\n":  "",
		"diff --git a/a.go b/a.go\n--- a/a.go\n+++ b/b.go": "",
	} {
		s, err := Parse(strings.NewReader(in), t.TempDir())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want an error with %q", in, s, err, want)
		}
	}
	for _, in := range []string{"", "\n", "--- a/README\n+++ b/README\n@@ -1 +1 @@\n-1\n+2\n"} {
		if s, err := Parse(strings.NewReader(in), t.TempDir()); err != nil || s.Touch("a.go", 1, 99) {
			t.Errorf("%q: %v", in, err)
		}
	}
}
