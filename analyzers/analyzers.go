// Package analyzers lists the passes of the suite.
package analyzers

import (
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/analyzers/ctxblock"
	"github.com/faultlint/faultlint/analyzers/ctxdead"
	"github.com/faultlint/faultlint/analyzers/ctxdetach"
	"github.com/faultlint/faultlint/analyzers/ctxdrop"
	"github.com/faultlint/faultlint/analyzers/ctxloop"
	"github.com/faultlint/faultlint/analyzers/ctxmissing"
	"github.com/faultlint/faultlint/analyzers/ctxswallow"
	"github.com/faultlint/faultlint/analyzers/ctxwait"
	"github.com/faultlint/faultlint/analyzers/directives"
	"github.com/faultlint/faultlint/analyzers/fanout"
	"github.com/faultlint/faultlint/analyzers/lockwait"
	"github.com/faultlint/faultlint/analyzers/notimeout"
	"github.com/faultlint/faultlint/analyzers/orphan"
	"github.com/faultlint/faultlint/analyzers/retrybody"
	"github.com/faultlint/faultlint/analyzers/retrybudget"
	"github.com/faultlint/faultlint/analyzers/retrydelay"
	"github.com/faultlint/faultlint/analyzers/retryeffect"
	"github.com/faultlint/faultlint/analyzers/retryerror"
	"github.com/faultlint/faultlint/analyzers/retrylimit"
	"github.com/faultlint/faultlint/analyzers/retrynested"
	"github.com/faultlint/faultlint/analyzers/retrystate"
	"github.com/faultlint/faultlint/analyzers/retrytimeout"
	"github.com/faultlint/faultlint/analyzers/timeoutorder"
	"github.com/faultlint/faultlint/internal/rule"
	"github.com/faultlint/faultlint/internal/severity"
)

// rules are the constructors of all passes, in the order in which they are
// listed; directives, which runs after the others, comes last.
var rules = []func(*rule.Suite) *analysis.Analyzer{
	ctxblock.New,
	ctxdrop.New,
	ctxdead.New,
	ctxdetach.New,
	ctxswallow.New,
	ctxloop.New,
	ctxmissing.New,
	fanout.New,
	lockwait.New,
	notimeout.New,
	retryeffect.New,
	retryerror.New,
	retrylimit.New,
	retrydelay.New,
	retrytimeout.New,
	retrynested.New,
	retrybudget.New,
	timeoutorder.New,
	retrystate.New,
	retrybody.New,
	ctxwait.New,
	orphan.New,
}

// All returns the passes of the suite with default options. They share one
// summary pass. Every call returns the same analyzers.
func All() []*analysis.Analyzer { return New(rule.Default()) }

// New returns the passes of a suite.
func New(s *rule.Suite) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, make := range rules {
		out = append(out, make(s))
	}
	return append(out, directives.New(s, out))
}

// Severities returns how bad the findings of each pass are, by its name, where the user says nothing
// else.
func Severities() map[string]severity.Severity { return made().Severities() }

// made is a suite of which all passes were made.
var made = sync.OnceValue(func() *rule.Suite {
	s := rule.NewSuite(rule.Options{})
	New(s)
	return s
})

// Off reports whether a pass is off by default: it runs and says nothing unless it is asked for.
func Off(name string) bool { return made().Off(name) }
