package report

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/faultlint/faultlint/internal/severity"
)

// A Log is all that a run has to say, for the formats that machines read. Its findings are sorted
// and have gone through [Identify].
type Log struct {
	Version  string // of faultlint
	Rules    []Rule // the passes that ran
	Findings []Finding
	Problems []string // what could not be done

	// Dir is the working directory: people and tools that are run beside faultlint expect names
	// relative to it. Root is that of the checkout: what shows findings beside the code in a
	// browser knows no other. Names of files elsewhere stay absolute.
	Dir, Root string

	// ReadFile reads a source file; nil means os.ReadFile.
	ReadFile func(name string) ([]byte, error)
}

// A Rule is a pass, as its findings present it.
type Rule struct {
	Name     string
	Summary  string // one line
	Text     string // the manual
	Markdown string // the same, as Markdown
	URL      string
	Severity severity.Severity
}

// uri returns the reference to a file, relative to the root if it lies below it.
func (l *Log) uri(file string) (ref string, relative bool) {
	rel := Rel(l.Root, file)
	if !filepath.IsAbs(rel) {
		return (&url.URL{Path: filepath.ToSlash(rel)}).String(), true
	}
	path := filepath.ToSlash(rel)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive
	}
	return (&url.URL{Scheme: "file", Path: path}).String(), false
}

// rooted returns the name of a file with slashes, relative to the root if it lies below it.
func (l *Log) rooted(file string) string { return filepath.ToSlash(Rel(l.Root, file)) }

// firstParagraph returns the first paragraph of a manual after its title, as one line.
func firstParagraph(manual, title string) string {
	_, rest, _ := strings.Cut(manual, "\n")
	for par := range strings.SplitSeq(rest, "\n\n") {
		if par = strings.Join(strings.Fields(par), " "); par != "" && !strings.HasPrefix(par, "#") {
			return par
		}
	}
	return title
}
