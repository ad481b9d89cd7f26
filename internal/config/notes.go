package config

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// otherName is what FileName is often taken for.
const otherName = ".faultlint.yaml"

// Misnamed returns the files beside those of All that look like a configuration and are not read.
func (s *Source) Misnamed(dir string) []string {
	if s == nil || s.none || s.file != nil {
		return nil
	}
	var out []string
	for _, setup := range s.All(dir) {
		if setup.Root == "" {
			continue
		}
		name := filepath.Join(setup.Root, otherName)
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			out = append(out, fmt.Sprintf("%s is not read; the name of the file is %s", short(name), FileName))
		}
	}
	return out
}

// Unmatched returns the patterns of exclude, in the configurations of All, that match no file: a
// slip of the pen, or a directory that was renamed.
func (s *Source) Unmatched(dir string) error {
	var errs Errors
	for _, setup := range s.All(dir) {
		errs = append(errs, setup.unmatched()...)
	}
	return errs.orNil()
}

func (s *Setup) unmatched() Errors {
	if s.Err != nil || s.Root == "" || filepath.Dir(s.File) != s.Root {
		return nil // a file for several modules need not match in each
	}
	open := make(map[*Path]func(string) bool)
	for i := range s.Exclude {
		for j := range s.Exclude[i].Paths {
			p := &s.Exclude[i].Paths[j]
			if re, err := globExpr(p.Text); err == nil && p.At.IsValid() {
				open[p] = re.MatchString
			}
		}
	}
	if len(open) == 0 {
		return nil
	}
	_ = filepath.WalkDir(s.Root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir():
			if name != s.Root && (d.Name() == "vendor" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".")) {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && name != s.Root {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(s.Root, name)
		if err != nil {
			return nil
		}
		for p, matches := range open {
			if matches(filepath.ToSlash(rel)) {
				delete(open, p)
			}
		}
		if len(open) == 0 {
			return fs.SkipAll
		}
		return nil
	})
	var errs Errors
	for p := range open {
		errs = append(errs, &Error{p.At, p.Path, fmt.Sprintf("%q matches no file of the module; patterns are relative to its root, and their case counts", p.Text)})
	}
	return errs
}
