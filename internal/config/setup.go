package config

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/severity"
)

// merged returns the configuration that says what c and over say; where both
// say something, over counts.
func (c *Config) merged(over *Config) Config {
	out := *c
	has := func(list []Pass, p Pass) bool {
		return slices.ContainsFunc(list, func(q Pass) bool { return q.Text == p.Text })
	}
	without := func(list, gone []Pass) []Pass {
		return slices.DeleteFunc(slices.Clone(list), func(p Pass) bool { return has(gone, p) })
	}
	out.Enable = append(without(c.Enable, over.Disable), over.Enable...)
	out.Disable = append(without(c.Disable, over.Enable), over.Disable...)
	if over.Tests != Unset {
		out.Tests = over.Tests
	}
	out.Severity = slices.Concat(c.Severity, over.Severity)
	out.Exclude = slices.Concat(c.Exclude, over.Exclude)
	out.Options = c.Options.merged(over.Options)
	k, o := c.Knowledge, over.Knowledge
	// In the tables the first row wins.
	out.Knowledge = Knowledge{
		Blocking:      slices.Concat(o.Blocking, k.Blocking),
		NonBlocking:   slices.Concat(o.NonBlocking, k.NonBlocking),
		Handlers:      slices.Concat(o.Handlers, k.Handlers),
		Retries:       slices.Concat(o.Retries, k.Retries),
		Idempotent:    slices.Concat(o.Idempotent, k.Idempotent),
		NotIdempotent: slices.Concat(o.NotIdempotent, k.NotIdempotent),
		Clients:       slices.Concat(o.Clients, k.Clients),
	}
	return out
}

func (o Options) merged(over Options) Options {
	set := func(dst *Duration, v Duration) {
		if v != 0 {
			*dst = v
		}
	}
	o.CtxBlock.Each = o.CtxBlock.Each || over.CtxBlock.Each
	o.CtxDrop.Each = o.CtxDrop.Each || over.CtxDrop.Each
	o.NoTimeout.Everywhere = o.NoTimeout.Everywhere || over.NoTimeout.Everywhere
	set(&o.RetryBudget.Patience, over.RetryBudget.Patience)
	if over.RetryDelay.Jitter != "" {
		o.RetryDelay.Jitter = over.RetryDelay.Jitter
	}
	if over.RetryDelay.Attempts != 0 {
		o.RetryDelay.Attempts = over.RetryDelay.Attempts
	}
	o.RetryEffect.Names = o.RetryEffect.Names || over.RetryEffect.Names
	return o
}

// Enabled reports whether a pass is to run, which is off by default or not.
func (c *Config) Enabled(pass string, off bool) bool {
	for _, p := range c.Disable {
		if p.Text == pass {
			return false
		}
	}
	for _, p := range c.Enable {
		if p.Text == pass {
			return true
		}
	}
	return !off
}

// Severities returns the severities that are set, by pass.
func (c *Config) Severities() map[string]severity.Severity {
	out := make(map[string]severity.Severity)
	for _, s := range c.Severity {
		level, err := severity.Parse(s.Severity)
		if err != nil {
			continue // the decoder does not let it through
		}
		if len(s.Passes) == 0 {
			for _, p := range Passes {
				out[p.Name] = level
			}
		}
		for _, p := range s.Passes {
			out[p.Text] = level
		}
	}
	return out
}

// exclude is an Exclude ready for use.
type exclude struct {
	paths  []*regexp.Regexp
	passes []string
	text   string
}

func newExclude(e Exclude) exclude {
	out := exclude{text: e.Text}
	for _, p := range e.Paths {
		if re, err := globExpr(p.Text); err == nil {
			out.paths = append(out.paths, re)
		}
	}
	for _, p := range e.Passes {
		out.passes = append(out.passes, p.Text)
	}
	return out
}

// Excluded reports whether a finding of a pass in a file is not wanted.
func (s *Setup) Excluded(file, pass, message string) bool {
	if len(s.excludes) == 0 {
		return false
	}
	root := s.Root
	if root == "" {
		return false
	}
	if !filepath.IsAbs(file) {
		file, _ = filepath.Abs(file)
	}
	rel, err := filepath.Rel(root, file)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	for _, e := range s.excludes {
		if len(e.passes) > 0 && !slices.Contains(e.passes, pass) || !strings.Contains(message, e.text) {
			continue
		}
		for _, re := range e.paths {
			if re.MatchString(rel) {
				return true
			}
		}
	}
	return false
}
