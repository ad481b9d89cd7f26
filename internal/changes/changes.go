// Package changes knows which lines a change of the code touched: those of a diff that someone hands
// over, or of the work tree since it left a branch.
package changes

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/go-diff/diff"
)

// A Set is a set of lines of files, and of places between two lines where others were taken away.
type Set struct {
	files map[string]*lines
	real  map[string]string // names as asked for, without symbolic links
}

type lines struct {
	all  bool
	line []int // changed, sorted
	gap  []int // something is gone that stood behind this line; sorted
}

// Parse reads a unified diff. The names in it, with or without a first element as git and others put
// before them, are those of files below one of the directories.
func Parse(r io.Reader, dirs ...string) (*Set, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	files, err := diff.ParseMultiFileDiff(text)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 && len(bytes.TrimSpace(text)) > 0 {
		return nil, errors.New("it is not a unified diff")
	}
	s := newSet()
	known, unknown := 0, ""
	for _, f := range files {
		if f.NewName == "" || f.NewName == os.DevNull {
			continue
		}
		if err := complete(f); err != nil {
			return nil, err
		}
		name, ok := locate(f, dirs)
		if !ok {
			if unknown == "" && strings.HasSuffix(f.NewName, ".go") {
				unknown = f.NewName
			}
			continue
		}
		known++
		s.add(name, f)
	}
	if known == 0 && unknown != "" {
		return nil, fmt.Errorf("none of its files is here: there is no %s below %s", unknown, strings.Join(slices.Compact(dirs), " or "))
	}
	return s, nil
}

// complete reports what is missing of a diff that was cut off.
func complete(f *diff.FileDiff) error {
	for _, h := range f.Hunks {
		var before, after int32
		for line := range bytes.Lines(h.Body) {
			switch line[0] {
			case '-':
				before++
			case '+':
				after++
			default:
				before++
				after++
			}
		}
		if before != h.OrigLines || after != h.NewLines {
			return fmt.Errorf("%s: the hunk at line %d has not the lines that it announces", f.NewName, h.NewStartLine)
		}
	}
	return nil
}

func newSet() *Set {
	return &Set{files: make(map[string]*lines), real: make(map[string]string)}
}

// locate finds the file that a diff is about. A first element that only one side has, as in a/x.go and
// b/x.go, is not the name of a directory, though there may be one.
func locate(f *diff.FileDiff, dirs []string) (string, bool) {
	names := []string{f.NewName}
	if first, rest, ok := strings.Cut(f.NewName, "/"); ok {
		names = append(names, rest)
		before := f.OrigName
		if before == os.DevNull && len(f.Extended) > 0 {
			before = strings.TrimLeft(strings.TrimPrefix(f.Extended[0], "diff --git "), `"`)
		}
		if other, _, ok := strings.Cut(before, "/"); ok && other != first && before != os.DevNull {
			slices.Reverse(names)
		}
	}
	for _, dir := range dirs {
		for _, n := range names {
			path := filepath.Join(dir, filepath.FromSlash(n))
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return path, true
			}
		}
	}
	return "", false
}

func (s *Set) add(name string, f *diff.FileDiff) {
	l := s.of(name)
	for _, h := range f.Hunks {
		n := int(h.NewStartLine)
		if h.NewLines == 0 {
			n++ // it is the number of the line before
		}
		for line := range bytes.Lines(h.Body) {
			switch line[0] {
			case '-':
				l.gap = append(l.gap, n-1)
				continue
			case '+':
				l.line = append(l.line, n)
			}
			n++
		}
	}
	slices.Sort(l.line)
	slices.Sort(l.gap)
}

// addAll adds a file that is new.
func (s *Set) addAll(name string) { s.of(name).all = true }

func (s *Set) of(name string) *lines {
	name = s.realName(name)
	l := s.files[name]
	if l == nil {
		l = new(lines)
		s.files[name] = l
	}
	return l
}

func (s *Set) realName(name string) string {
	real, ok := s.real[name]
	if !ok {
		var err error
		if real, err = filepath.EvalSymlinks(name); err != nil {
			real = filepath.Clean(name)
		}
		s.real[name] = real
	}
	return real
}

// Touch reports whether any of the lines from to to of a file has changed, or lines between two of
// them are gone.
func (s *Set) Touch(file string, from, to int) bool {
	l := s.files[s.realName(file)]
	if l == nil {
		return false
	}
	if l.all {
		return true
	}
	i, _ := slices.BinarySearch(l.line, from)
	if i < len(l.line) && l.line[i] <= to {
		return true
	}
	i, _ = slices.BinarySearch(l.gap, from)
	return i < len(l.gap) && l.gap[i] < to
}
