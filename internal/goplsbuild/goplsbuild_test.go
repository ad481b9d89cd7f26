package goplsbuild

import (
	"context"
	"encoding/json"
	"go/format"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestRegisterIsFormatted(t *testing.T) {
	got, err := format.Source([]byte(register))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != register {
		t.Error("register.go.txt is not formatted by gofmt")
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestGoMod(t *testing.T) {
	gopls := &module{Version: "v0.21.0", GoMod: write(t, "gopls.mod", `module golang.org/x/tools/gopls

go 1.25

require (
	golang.org/x/mod v0.30.0
	golang.org/x/tools v0.39.1-0.20251205192105-907593008619
)
`)}
	own := &module{Version: "v1.2.3", GoMod: write(t, "own.mod", "module github.com/faultlint/faultlint\n\ngo 1.26.0\n\nrequire golang.org/x/tools v0.52.0\n")}
	got, err := goMod(gopls, own)
	want := `module golang.org/x/tools/gopls/faultlint

go 1.26.0

require (
	golang.org/x/tools/gopls v0.21.0
	github.com/faultlint/faultlint v1.2.3
)

replace golang.org/x/tools => golang.org/x/tools v0.39.1-0.20251205192105-907593008619
`
	if err != nil || got != want {
		t.Errorf("got (%v)\n%s\nwant\n%s", err, got, want)
	}
	own.source = "/home/my code/faultlint"
	if got, _ := goMod(gopls, own); !strings.Contains(got, `replace github.com/faultlint/faultlint => "/home/my code/faultlint"`) {
		t.Errorf("the checkout is not in\n%s", got)
	}
	gopls.GoMod = write(t, "other.mod", "module golang.org/x/tools/gopls\n\ngo 1.25\n")
	if _, err := goMod(gopls, own); err == nil {
		t.Error("no error though gopls does not say which x/tools it needs")
	}
}

func TestHarmless(t *testing.T) {
	for flags, want := range map[string]string{
		"":                                "-mod=mod",
		"-mod=vendor -trimpath":           "-mod=mod -trimpath",
		"-tags=x -race --p=2 -modfile=go": "-mod=mod --p=2",
	} {
		if got := harmless(flags); got != want {
			t.Errorf("harmless(%q) = %q, want %q", flags, got, want)
		}
	}
}

func TestTooNew(t *testing.T) {
	for _, tc := range []struct {
		line, have string
		want       bool
	}{
		{"1.27.0", "go1.26.8", true},
		{"1.26.0", "go1.26.8", false},
		{"1.27.0", "go1.27.0", false},
		{"1.27.0", "go1.26.8 X:nodwarf5", true},
		{"1.27.0", "devel go1.28-abcdef", false},
		{"", "go1.26.8", false},
	} {
		if got := tooNew(tc.line, tc.have); got != tc.want {
			t.Errorf("tooNew(%q, %q) = %v", tc.line, tc.have, got)
		}
	}
}

// A program knows whether the go command can download what it was built from.
func TestReleased(t *testing.T) {
	own := debug.Module{Path: faultlintPath, Version: "v1.2.3", Sum: "h1:x"}
	local := debug.Module{Path: faultlintPath, Version: "v1.2.4-0.20260101000000-abcdefabcdef+dirty"}
	for _, tc := range []struct {
		info debug.BuildInfo
		want string
	}{
		{debug.BuildInfo{Main: own}, "v1.2.3"},
		{debug.BuildInfo{Main: local}, ""},
		{debug.BuildInfo{Main: debug.Module{Path: "example.com/x"}, Deps: []*debug.Module{&own}}, "v1.2.3"},
		{debug.BuildInfo{Main: debug.Module{Path: "example.com/x"}, Deps: []*debug.Module{{Path: faultlintPath, Version: "v1.2.3", Sum: "h1:x", Replace: &local}}}, ""},
	} {
		if got := released(&tc.info, true); got != tc.want {
			t.Errorf("released(%+v) = %q, want %q", tc.info.Main, got, tc.want)
		}
	}
}

func TestCheckout(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if got := checkout(wd); got != root {
		t.Errorf("checkout(%s) = %q, want %q", wd, got, root)
	}
	if got := checkout(t.TempDir()); got != "" {
		t.Errorf("checkout of an empty directory is %q", got)
	}
}

func TestBuildErrors(t *testing.T) {
	ctx := context.Background()
	for _, tc := range []struct {
		opts Options
		want string
	}{
		{Options{Gopls: "v0.0.0-none", Source: "../.."}, "gopls@v0.0.0-none"},
		{Options{Gopls: "v0.21.0", Source: t.TempDir()}, "is not a checkout"},
	} {
		tc.opts.Dir = t.TempDir()
		_, err := Build(ctx, tc.opts)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: error %v, want one with %q", tc.opts, err, tc.want)
		}
		left, err := os.ReadDir(tc.opts.Dir)
		if err != nil || len(left) > 0 {
			t.Errorf("%+v leaves %v (%v)", tc.opts, left, err)
		}
	}
}

func TestRecord(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadRecord(dir); err == nil || !strings.Contains(err.Error(), "run faultlint gopls build") {
		t.Errorf("without a build: %v", err)
	}
	r := &Record{Binary: filepath.Join(dir, Binary()), Gopls: "v0.23.0", Go: "go1.26.8", Faultlint: "v1.2.3"}
	if err := os.WriteFile(r.Binary, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := r.write(); err != nil {
		t.Fatal(err)
	}
	got, err := ReadRecord(dir)
	if err != nil || *got != *r {
		t.Errorf("read %+v, %v; wrote %+v", got, err, r)
	}
}

// A path is quoted as each editor's language wants it.
func TestSnippets(t *testing.T) {
	binary := `C:\my "code"\gopls.exe`
	for _, s := range Snippets(binary) {
		if !strings.Contains(s.Text, `"C:\\my \"code\"\\gopls.exe"`) {
			t.Errorf("%s: the path is not in\n%s", s.Editor, s.Text)
		}
		if s.Editor == "VS Code" {
			var v map[string]map[string]string
			if err := json.Unmarshal([]byte("{"+s.Text+"}"), &v); err != nil || v["go.alternateTools"]["gopls"] != binary {
				t.Errorf("VS Code reads %v (%v)", v, err)
			}
		}
	}
}
