package report

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Text writes findings one a line, as Go tools do:
//
//	path:line:col: message (analyzer)
type Text struct {
	Dir     string // file names below Dir are written relative to it
	Verbose bool   // also write the source line with a caret, and the chain

	// ReadFile reads a source file; nil means os.ReadFile.
	ReadFile func(name string) ([]byte, error)
}

// Write writes findings in the order they are in.
func (t *Text) Write(w io.Writer, findings []Finding) error {
	bw := bufio.NewWriter(w)
	src := sources{read: t.ReadFile}
	for _, f := range findings {
		bw.WriteString(t.pos(f.Pos) + ": " + f.Message + " (" + f.Analyzer + ")\n")
		if !t.Verbose {
			continue
		}
		if line, ok := src.line(f.Pos); ok {
			bw.WriteString("    " + line + "\n    " + caret(line, f.Pos, f.End) + "\n")
		}
		for _, r := range f.Related {
			bw.WriteString("        " + t.pos(r.Pos) + ": " + r.Message + "\n")
		}
	}
	return bw.Flush()
}

func (t *Text) pos(p Position) string {
	p.File = Rel(t.Dir, p.File)
	return p.String()
}

// Rel returns name relative to dir if it lies below dir, and otherwise name.
func Rel(dir, name string) string {
	if dir == "" || !filepath.IsAbs(name) {
		return name
	}
	rel, err := filepath.Rel(dir, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return name
	}
	return rel
}

// sources holds the lines of the files asked for.
type sources struct {
	read  func(string) ([]byte, error) // nil means os.ReadFile
	files map[string][][]byte
}

// line returns the line of a position without its end, and whether there is anything on it.
func (s *sources) line(p Position) (string, bool) {
	if !p.IsValid() {
		return "", false
	}
	lines := s.lines(p.File)
	if p.Line > len(lines) {
		return "", false
	}
	line := strings.TrimRight(string(lines[p.Line-1]), "\r\n")
	return line, strings.TrimSpace(line) != ""
}

// lines returns the lines of a file with their ends, nil if it cannot be read.
func (s *sources) lines(file string) [][]byte {
	lines, ok := s.files[file]
	if !ok {
		read := s.read
		if read == nil {
			read = os.ReadFile
		}
		if data, err := read(file); err == nil {
			lines = bytes.SplitAfter(data, []byte("\n"))
		}
		if s.files == nil {
			s.files = make(map[string][][]byte)
		}
		s.files[file] = lines
	}
	return lines
}

// place returns the line and the column of an offset in a file, both from 1, the column in bytes.
func (s *sources) place(file string, offset int) (Position, bool) {
	p := Position{File: file, Offset: offset}
	for i, line := range s.lines(file) {
		if offset < len(line) || offset == len(line) && !bytes.HasSuffix(line, []byte("\n")) {
			p.Line, p.Col = i+1, offset+1
			return p, true
		}
		offset -= len(line)
	}
	return p, false
}

// caret returns a line that marks pos to end below line. Tabs are kept, so that the marks stand
// under the text whatever a tab's width.
func caret(line string, pos, end Position) string {
	start := min(max(pos.Col-1, 0), len(line))
	stop := start + 1
	if end.IsValid() {
		switch {
		case end.Line == pos.Line:
			stop = end.Col - 1
		case end.Line > pos.Line:
			stop = len(line)
		}
	}
	stop = max(min(stop, len(line)), start+1)
	var b strings.Builder
	for _, r := range line[:start] {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('^')
	if stop <= len(line) {
		for range []rune(line[start:stop])[1:] {
			b.WriteByte('~')
		}
	}
	return b.String()
}
