package report

import (
	"encoding/json"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/faultlint/faultlint/internal/severity"
)

const (
	informationURI = "https://github.com/faultlint/faultlint"
	srcRoot        = "%SRCROOT%"
	// fingerprintKey names the fingerprint of a result. Its number must change with what Identify does.
	fingerprintKey = "faultlint/v1"
)

// SARIF writes the log in version 2.1.0 of the Static Analysis Results Interchange Format. The chain
// that proves a finding is a code flow of its result.
func SARIF(w io.Writer, log *Log) error {
	s := &sarifWriter{log: log, src: sources{read: log.ReadFile}, index: make(map[string]int)}
	driver := sarif.NewToolComponent().WithName("faultlint").WithVersion(toolVersion(log.Version)).WithInformationURI(informationURI)
	for i, r := range log.Rules {
		s.index[r.Name] = i
		driver.Rules = append(driver.Rules, rule(r))
	}
	run := sarif.NewRun().WithTool(sarif.NewTool().WithDriver(driver)).WithColumnKind("utf16CodeUnits")
	run.OriginalUriBaseIds = map[string]sarif.ArtifactLocation{
		srcRoot: *sarif.NewArtifactLocation().WithDescription(sarif.NewTextMessage("the root of the checkout")),
	}
	run.Invocations = append(run.Invocations, s.invocation())
	for i := range log.Findings {
		run.Results = append(run.Results, s.result(&log.Findings[i]))
	}
	report := sarif.NewReport()
	report.AddRun(run)
	return writeSARIF(w, report)
}

// writeSARIF writes a log without what says nothing: the library writes out every number that stands
// for its absence, and every empty list.
func writeSARIF(w io.Writer, report *sarif.Report) error {
	data, err := json.Marshal(report)
	if err != nil {
		return err
	}
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		return err
	}
	prune(tree)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(tree)
}

// prune removes absent numbers and empty lists and objects below v, and reports whether v is one. A
// run without results has found nothing, which is not the same as one that does not say.
func prune(v any) bool {
	switch v := v.(type) {
	case float64:
		return v == -1 // no number of ours is
	case []any:
		for _, e := range v {
			prune(e)
		}
		return len(v) == 0
	case map[string]any:
		for key, e := range v {
			if empty := prune(e); empty && key != "results" && key != "rules" {
				delete(v, key)
			}
		}
		return len(v) == 0
	}
	return false
}

// toolVersion makes a version of Go one that can be compared: 1.2.3, not v1.2.3.
func toolVersion(v string) string {
	if rest, ok := strings.CutPrefix(v, "v"); ok {
		return rest
	}
	return "0.0.0-devel"
}

func rule(r Rule) *sarif.ReportingDescriptor {
	help := sarif.NewMultiformatMessageString().WithText(r.Text)
	if r.Markdown != "" {
		help.WithMarkdown(r.Markdown)
	}
	d := sarif.NewReportingDescriptor().WithID(r.Name).WithName("faultlint/" + r.Name).
		WithShortDescription(sarif.NewMultiformatMessageString().WithText(r.Summary)).
		WithFullDescription(sarif.NewMultiformatMessageString().WithText(firstParagraph(r.Text, r.Summary))).
		WithHelp(help).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(level(r.Severity)))
	if r.URL != "" {
		d.WithHelpURI(r.URL)
	}
	return d
}

// level returns the SARIF level of a severity.
func level(s severity.Severity) string {
	if s == 0 {
		s = severity.Warning
	}
	return s.String() // the words are the same
}

type sarifWriter struct {
	log   *Log
	src   sources
	index map[string]int // of the rules
}

func (s *sarifWriter) invocation() *sarif.Invocation {
	inv := sarif.NewInvocation().WithExecutionSuccessful(len(s.log.Problems) == 0)
	for _, p := range s.log.Problems {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications,
			sarif.NewNotification().WithLevel("error").WithMessage(sarif.NewTextMessage(p)))
	}
	return inv
}

func (s *sarifWriter) result(f *Finding) *sarif.Result {
	r := sarif.NewResult().WithRuleID(f.Analyzer).WithLevel(level(f.Severity)).WithMessage(sarif.NewTextMessage(f.Message))
	if i, ok := s.index[f.Analyzer]; ok {
		r.WithRuleIndex(i)
	}
	r.PartialFingerprints = map[string]string{fingerprintKey: f.Fingerprint}
	loc := s.location(f.Pos, f.End, "")
	if f.Func != "" {
		name := f.Path() + "." + f.Func
		loc.LogicalLocations = append(loc.LogicalLocations, sarif.NewLogicalLocation().
			WithName(f.Func).WithFullyQualifiedName(name).WithKind("function"))
	}
	r.Locations = append(r.Locations, loc)
	if len(f.Related) > 0 {
		flow := sarif.NewThreadFlow()
		add := func(l *sarif.Location) {
			flow.Locations = append(flow.Locations, sarif.NewThreadFlowLocation().WithLocation(l))
		}
		add(s.location(f.Pos, f.End, f.Message))
		for _, rel := range f.Related {
			add(s.location(rel.Pos, rel.End, rel.Message))
		}
		code := sarif.NewCodeFlow()
		code.ThreadFlows = append(code.ThreadFlows, flow)
		r.CodeFlows = append(r.CodeFlows, code)
	}
	for _, fix := range f.Fixes {
		if x := s.fix(fix); x != nil {
			r.Fixes = append(r.Fixes, x)
		}
	}
	return r
}

func (s *sarifWriter) location(pos, end Position, message string) *sarif.Location {
	loc := sarif.NewLocation()
	if pos.File != "" {
		phys := sarif.NewPhysicalLocation().WithArtifactLocation(s.artifact(pos.File))
		if pos.IsValid() {
			phys.WithRegion(s.region(pos, end))
		}
		loc.WithPhysicalLocation(phys)
	}
	if message != "" {
		loc.WithMessage(sarif.NewTextMessage(message))
	}
	return loc
}

func (s *sarifWriter) artifact(file string) *sarif.ArtifactLocation {
	ref, relative := s.log.uri(file)
	a := sarif.NewArtifactLocation().WithURI(ref)
	if relative {
		a.WithURIBaseID(srcRoot)
	}
	return a
}

func (s *sarifWriter) region(pos, end Position) *sarif.Region {
	r := sarif.NewRegion().WithStartLine(pos.Line).WithStartColumn(s.column(pos))
	if end.IsValid() && end.File == pos.File {
		r.WithEndLine(end.Line).WithEndColumn(s.column(end))
	}
	return r
}

// column returns the column of a position in UTF-16 code units, which is what columns are counted in
// unless a log says otherwise, and what some of its readers take them for whatever it says.
func (s *sarifWriter) column(p Position) int {
	line, _ := s.src.line(p)
	if p.Col-1 > len(line) {
		return max(p.Col, 1)
	}
	return len(utf16.Encode([]rune(line[:max(p.Col-1, 0)]))) + 1
}

// fix returns nil for a fix of a file that cannot be read.
func (s *sarifWriter) fix(fix Fix) *sarif.Fix {
	out := sarif.NewFix().WithDescription(sarif.NewTextMessage(fix.Message))
	change := make(map[string]*sarif.ArtifactChange)
	for _, e := range fix.Edits {
		start, ok1 := s.src.place(e.File, e.Start)
		end, ok2 := s.src.place(e.File, e.End)
		if !ok1 || !ok2 {
			return nil
		}
		c := change[e.File]
		if c == nil {
			c = sarif.NewArtifactChange().WithArtifactLocation(s.artifact(e.File))
			change[e.File] = c
			out.ArtifactChanges = append(out.ArtifactChanges, c)
		}
		rep := sarif.NewReplacement().WithDeletedRegion(s.region(start, end))
		if e.New != "" {
			rep.WithInsertedContent(sarif.NewArtifactContent().WithText(e.New))
		}
		c.Replacements = append(c.Replacements, rep)
	}
	return out
}
