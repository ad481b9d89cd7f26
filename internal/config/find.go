package config

import (
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// FileName is the name of the file in the root of a module.
const FileName = ".faultlint.yml"

// FromEnv returns the file that the environment names, "" if none. Programs
// are run in directories of all kinds, so its path must be absolute.
func FromEnv() (string, error) {
	file := os.Getenv(EnvVar)
	if file != "" && file != None && !filepath.IsAbs(file) {
		return "", fmt.Errorf("%s is not an absolute path", EnvVar)
	}
	return file, nil
}

// ModuleRoot returns the directory of the go.mod that dir belongs to, "" if
// there is none.
func ModuleRoot(dir string) string { return above(dir, "go.mod") }

// above returns the closest directory, dir or one above it, that holds a file.
func above(dir, name string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// dependency reports whether a directory holds a package that belongs to a
// module downloaded, or of Go itself, rather than to the user's own.
func dependency(dir string) bool {
	for _, root := range []string{modCache(), filepath.Join(build.Default.GOROOT, "src")} {
		if root != "" && below(root, dir) {
			return true
		}
	}
	return false
}

func below(root, dir string) bool {
	return dir == root || strings.HasPrefix(dir, root+string(filepath.Separator))
}

// modCache returns where the go command keeps modules, without asking it.
func modCache() string {
	if dir := goEnv("GOMODCACHE"); dir != "" {
		return dir
	}
	path := goEnv("GOPATH")
	if path == "" {
		path = build.Default.GOPATH
	}
	if list := filepath.SplitList(path); len(list) > 0 && list[0] != "" {
		return filepath.Join(list[0], "pkg", "mod")
	}
	return ""
}

// goEnv returns a setting of the go command, from the environment or from
// where go env -w puts it.
func goEnv(name string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	file := os.Getenv("GOENV")
	if file == "off" {
		return ""
	}
	if file == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		file = filepath.Join(dir, "go", "env")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			return v
		}
	}
	return ""
}

// A dep is a module that another one depends on, and where it is.
type dep struct{ path, dir string }

// dependencies returns the modules that the one in root requires, and those of
// its workspace, as far as they are on this machine.
func dependencies(root string) []dep {
	seen := map[string]bool{}
	var out []dep
	add := func(path, dir string) {
		if !seen[path] && dir != "" && dir != root {
			seen[path] = true
			out = append(out, dep{path, dir})
		}
	}
	if work, dirs := workspace(root); work != "" {
		for _, dir := range dirs {
			if f := parseMod(dir); f != nil && f.Module != nil {
				add(f.Module.Mod.Path, dir)
			}
		}
	}
	f := parseMod(root)
	if f == nil {
		return out
	}
	for _, r := range f.Require {
		mod := r.Mod
		for _, rep := range f.Replace {
			if rep.Old.Path == mod.Path && (rep.Old.Version == "" || rep.Old.Version == mod.Version) {
				mod = rep.New
			}
		}
		add(r.Mod.Path, moduleDir(root, mod))
	}
	return out
}

func parseMod(root string) *modfile.File {
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil
	}
	f, err := modfile.ParseLax("go.mod", data, nil)
	if err != nil {
		return nil
	}
	// ParseLax leaves replacements out.
	if strict, err := modfile.Parse("go.mod", data, nil); err == nil {
		f = strict
	}
	return f
}

// moduleDir returns where the source of a module is.
func moduleDir(root string, mod module.Version) string {
	if mod.Version == "" {
		if filepath.IsAbs(mod.Path) {
			return filepath.Clean(mod.Path)
		}
		return filepath.Join(root, mod.Path)
	}
	path, err1 := module.EscapePath(mod.Path)
	version, err2 := module.EscapeVersion(mod.Version)
	cache := modCache()
	if err1 != nil || err2 != nil || cache == "" {
		return ""
	}
	return filepath.Join(cache, filepath.FromSlash(path)+"@"+version)
}

// workspace returns the go.work that is in force in a directory, and the
// directories of its modules.
func workspace(dir string) (file string, dirs []string) {
	switch env := goEnv("GOWORK"); env {
	case "off":
		return "", nil
	case "", "auto":
		root := above(dir, "go.work")
		if root == "" {
			return "", nil
		}
		file = filepath.Join(root, "go.work")
	default:
		file = env
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", nil
	}
	w, err := modfile.ParseWork(file, data, nil)
	if err != nil {
		return "", nil
	}
	for _, u := range w.Use {
		d := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(d) {
			d = filepath.Join(filepath.Dir(file), d)
		}
		dirs = append(dirs, d)
	}
	return file, dirs
}
