package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"

	"github.com/faultlint/faultlint/internal/severity"
)

type (
	checkstyleError struct {
		Line     int    `xml:"line,attr,omitempty"`
		Column   int    `xml:"column,attr,omitempty"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleLog struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
)

// Checkstyle writes findings as the report of Checkstyle, a tool for Java whose format many servers
// and review bots read. Names are relative to the working directory.
func Checkstyle(w io.Writer, log *Log) error {
	out := checkstyleLog{Version: "5.0"} // of the format, as far as anyone looks at it
	for _, f := range log.Findings {
		name := filepath.ToSlash(Rel(log.Dir, f.Pos.File))
		if n := len(out.Files); n == 0 || out.Files[n-1].Name != name {
			out.Files = append(out.Files, checkstyleFile{Name: name})
		}
		word := level(f.Severity)
		if f.Severity == severity.Note {
			word = "info"
		}
		file := &out.Files[len(out.Files)-1]
		file.Errors = append(file.Errors, checkstyleError{f.Pos.Line, f.Pos.Col, word, f.Message, "faultlint." + f.Analyzer})
	}
	return writeXML(w, out)
}

type (
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitLog struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
)

// JUnit writes the log as a report of tests: a suite for each pass, in which each finding is a test
// that failed, and a pass that found nothing is one that passed. Names of tests hold no line numbers,
// so that servers that compare two runs do not take a finding that moved for a new one. What could
// not be done fails as well: a report without it would look better than the run was.
func JUnit(w io.Writer, log *Log) error {
	out := junitLog{Name: "faultlint"}
	if n := len(log.Problems); n > 0 {
		s := junitSuite{Name: "faultlint", Tests: n, Failures: n}
		for i, p := range log.Problems {
			s.Cases = append(s.Cases, junitCase{
				Name: fmt.Sprintf("the run is complete (%d)", i+1), Class: "faultlint",
				Failure: &junitFailure{Message: p, Type: "error", Text: p},
			})
		}
		out.Suites = append(out.Suites, s)
	}
	for _, r := range log.Rules {
		s := junitSuite{Name: r.Name}
		seen := make(map[string]int)
		for _, f := range log.Findings {
			if f.Analyzer == r.Name {
				s.Cases = append(s.Cases, log.junitCase(&f, seen))
			}
		}
		s.Failures, s.Tests = len(s.Cases), len(s.Cases)
		if s.Tests == 0 {
			s.Tests, s.Cases = 1, []junitCase{{Name: r.Summary, Class: "faultlint." + r.Name}}
		}
		out.Suites = append(out.Suites, s)
	}
	for _, s := range out.Suites {
		out.Tests += s.Tests
		out.Failures += s.Failures
	}
	return writeXML(w, out)
}

func (l *Log) junitCase(f *Finding, seen map[string]int) junitCase {
	name := f.Path()
	if f.Func != "" {
		name += "." + f.Func
	}
	name += ": " + f.Text
	if seen[name]++; seen[name] > 1 {
		name += fmt.Sprintf(" (%d)", seen[name])
	}
	pos := f.Pos
	pos.File = l.rooted(pos.File)
	return junitCase{
		Name: name, Class: "faultlint." + f.Analyzer, File: pos.File, Line: pos.Line,
		Failure: &junitFailure{
			Message: f.Message, Type: level(f.Severity),
			Text: fmt.Sprintf("%s: %s (%s)%s", pos, f.Message, f.Analyzer, l.chain(f)),
		},
	}
}

func writeXML(w io.Writer, v any) error {
	data, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(append([]byte(xml.Header), data...), '\n'))
	return err
}
