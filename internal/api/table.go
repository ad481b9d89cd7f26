package api

import (
	"go/types"
	"strings"
	"sync"
)

// Rows are the facts on some libraries.
type Rows struct {
	Drivers  []Driver
	Runners  []Runner
	Settings []Setting
	Calls    []Call
	Effects  []Effect
	Handlers []Handler
	CtxOps   []CtxOp
	Carriers []Carrier
	Makers   []Maker
	Types    []TypeTrait
	Intents  []Intent
	Quiet    []string // patterns of package paths, see Table.Quiet
	Senders  []Sender
}

// Append adds the rows of more.
func (r *Rows) Append(more Rows) {
	r.Drivers = append(r.Drivers, more.Drivers...)
	r.Runners = append(r.Runners, more.Runners...)
	r.Settings = append(r.Settings, more.Settings...)
	r.Calls = append(r.Calls, more.Calls...)
	r.Effects = append(r.Effects, more.Effects...)
	r.Handlers = append(r.Handlers, more.Handlers...)
	r.CtxOps = append(r.CtxOps, more.CtxOps...)
	r.Carriers = append(r.Carriers, more.Carriers...)
	r.Makers = append(r.Makers, more.Makers...)
	r.Types = append(r.Types, more.Types...)
	r.Intents = append(r.Intents, more.Intents...)
	r.Quiet = append(r.Quiet, more.Quiet...)
	r.Senders = append(r.Senders, more.Senders...)
}

// Table answers what library functions do. It does not change once built, so
// it may be shared.
type Table struct {
	layers []*layer // later additions first
	known  map[string]bool
	knownP []string // patterns
}

type layer struct {
	drivers      *index[Driver]
	runners      *index[Runner]
	settings     *index[Setting]
	fields       *index[Setting]
	calls        *index[Call]
	effects      *index[Effect]
	ctxOps       *index[CtxOp]
	carriers     *index[Carrier]
	makers       *index[makerRow]
	typeTraits   *index[TypeTrait]
	handlers     []*Handler
	handlerType  *index[Handler]
	handlerReg   *index[Handler]
	handlerField *index[Handler]
	handlerIface *index[Handler]
	byParam      map[string][]*Handler // by a parameter type other than context.Context
	anyParam     []*Handler            // those with patterns among their parameters
	intents      []intentRow
	quiet        map[string][]string // by literal prefix
	senders      []Sender
}

type intentRow struct {
	match func(key string) bool
	row   *Intent
}

// makerRow is all that is known of one maker.
type makerRow struct{ makers []*Maker }

// Default is the table of what faultlint knows by itself.
func Default() *Table { return defaultTable() }

var defaultTable = sync.OnceValue(func() *Table { return New(builtin()) })

// New builds a table. The rows in extend, of which a later one wins over an
// earlier, win over rows.
func New(rows Rows, extend ...Rows) *Table {
	t := &Table{known: make(map[string]bool)}
	for i := len(extend) - 1; i >= 0; i-- {
		t.layers = append(t.layers, newLayer(extend[i]))
	}
	t.layers = append(t.layers, newLayer(rows))
	for _, l := range t.layers {
		l.packages(func(pkg string, pattern bool) {
			if pkg == "" || t.known[pkg] {
				return
			}
			if pattern {
				t.knownP = append(t.knownP, pkg)
			}
			t.known[pkg] = true
		})
	}
	return t
}

// Extend returns a table in which rows win over those of t. It knows no more
// packages by that: a row on one function of a package says nothing about the
// others.
func (t *Table) Extend(rows Rows) *Table {
	return &Table{layers: append([]*layer{newLayer(rows)}, t.layers...), known: t.known, knownP: t.knownP}
}

func newLayer(rows Rows) *layer {
	l := &layer{
		drivers: newIndex(rows.Drivers, splitKey, func(d *Driver) []string { return d.Fn }, func(d *Driver, key string) {
			d.Lib = orShort(d.Lib, key)
		}),
		runners: newIndex(rows.Runners, splitKey, func(r *Runner) []string { return r.Fn }, func(r *Runner, key string) {
			r.Lib = orShort(r.Lib, key)
		}),
		settings: newIndex(rows.Settings, splitKey, func(s *Setting) []string { return s.Fn }, func(s *Setting, key string) {
			s.Lib = orShort(s.Lib, key)
			if s.Wraps == s.Arg {
				s.Wraps = -1
			}
		}),
		fields: newIndex(rows.Settings, splitField, func(s *Setting) []string { return s.Field }, func(s *Setting, key string) {
			s.Lib = orShort(s.Lib, fieldAsKey(key))
			s.Wraps = -1
		}),
		calls: newIndex(rows.Calls, splitKey, func(c *Call) []string { return c.Fn }, completeCall),
		effects: newIndex(rows.Effects, splitKey, func(e *Effect) []string { return e.Fn }, func(e *Effect, key string) {
			e.Lib = orShort(e.Lib, key)
		}),
		ctxOps:       newIndex(rows.CtxOps, splitKey, func(c *CtxOp) []string { return c.Fn }, nil),
		carriers:     newIndex(rows.Carriers, splitKey, func(c *Carrier) []string { return c.Type }, nil),
		typeTraits:   newIndex(rows.Types, splitKey, func(c *TypeTrait) []string { return c.Type }, nil),
		handlerType:  newIndex(rows.Handlers, splitKey, func(h *Handler) []string { return h.Type }, nil),
		handlerReg:   newIndex(rows.Handlers, splitKey, func(h *Handler) []string { return h.Reg }, nil),
		handlerField: newIndex(rows.Handlers, splitField, func(h *Handler) []string { return h.RegField }, nil),
		handlerIface: newIndex(rows.Handlers, splitKey, func(h *Handler) []string { return h.Iface }, nil),
		byParam:      make(map[string][]*Handler),
		quiet:        make(map[string][]string),
	}
	l.makers = newMakers(rows.Makers)
	l.senders = rows.Senders
	for i := range rows.Handlers {
		l.addHandler(&rows.Handlers[i])
	}
	for i := range rows.Intents {
		for _, key := range rows.Intents[i].Fn {
			l.intents = append(l.intents, intentRow{KeyMatcher(key), &rows.Intents[i]})
		}
	}
	for _, q := range rows.Quiet {
		for _, g := range expand(q) {
			prefix := literalPrefix(g)
			l.quiet[prefix] = append(l.quiet[prefix], g)
		}
	}
	return l
}

func orShort(lib, key string) string {
	if lib != "" {
		return lib
	}
	return ShortName(key)
}

// fieldAsKey turns "path.Type.Field" into the key of a method, for its short
// name: "(http.Client).Timeout".
func fieldAsKey(field string) string {
	p := splitField(field)
	return "(" + p.pkg + "." + p.recv + ")." + p.name
}

func completeCall(c *Call, key string) {
	c.Lib = orShort(c.Lib, key)
	name := splitKey(key).name
	switch {
	case strings.HasPrefix(c.Twin, "$"):
		c.Twin = key + c.Twin[1:]
	case strings.Contains(c.Twin, "$"):
		c.Twin = strings.Replace(c.Twin, "$", name, 1)
	}
	c.How = strings.ReplaceAll(c.How, "$", name)
	if c.How == "" && c.Twin != "" && c.Fix == FixMechanical {
		twin := splitKey(c.Twin)
		if twin.recv == "" {
			c.How = "use " + ShortName(c.Twin) + " with the context"
		} else {
			c.How = "use " + twin.name + " with the context"
		}
	}
}

// newMakers groups the rows by key: one function can give its result several
// traits.
func newMakers(rows []Maker) *index[makerRow] {
	byKey := make(map[string]*makerRow)
	var keys []string
	for i := range rows {
		for _, key := range rows[i].Fn {
			ks := []string{key}
			if !hasWildcard(strings.TrimPrefix(key, "(*")) {
				ks = expandPtr(key)
			}
			for _, k := range ks {
				if byKey[k] == nil {
					byKey[k] = new(makerRow)
					keys = append(keys, k)
				}
				byKey[k].makers = append(byKey[k].makers, &rows[i])
			}
		}
	}
	type keyed = struct {
		key string
		row *makerRow
	}
	ix := newIndex([]makerRow(nil), splitKey, func(*makerRow) []string { return nil }, nil)
	for i, k := range keys {
		e := keyed{k, byKey[k]}
		ix.add(e.row, e.key, i)
	}
	return ix
}

func (l *layer) addHandler(h *Handler) {
	l.handlers = append(l.handlers, h)
	if len(h.Params) == 0 {
		return
	}
	for _, p := range h.Params {
		switch p {
		case "context.Context", "_", "...":
			continue
		}
		if hasWildcard(strings.TrimPrefix(p, "*")) || strings.ContainsAny(p, "{~") {
			break
		}
		l.byParam[p] = append(l.byParam[p], h)
		return
	}
	l.anyParam = append(l.anyParam, h)
}

func (l *layer) packages(add func(pkg string, pattern bool)) {
	l.drivers.packages(add)
	l.runners.packages(add)
	l.settings.packages(add)
	l.calls.packages(add)
	l.effects.packages(add)
	l.ctxOps.packages(add)
	l.makers.packages(add)
}

func find[T any](t *Table, key string, of func(*layer) *index[T]) *T {
	for _, l := range t.layers {
		if row := of(l).find(key); row != nil {
			return row
		}
	}
	return nil
}

// Driver returns what is known of a function as one that runs an operation
// again, or nil.
func (t *Table) Driver(key string) *Driver {
	return find(t, key, func(l *layer) *index[Driver] { return l.drivers })
}

// DriverOf is Driver for a function.
func (t *Table) DriverOf(fn *types.Func) *Driver { return t.Driver(Key(fn)) }

// Runner returns what is known of a function as one that runs a closure without
// repeating it, or nil.
func (t *Table) Runner(key string) *Runner {
	return find(t, key, func(l *layer) *index[Runner] { return l.runners })
}

// RunnerOf is Runner for a function.
func (t *Table) RunnerOf(fn *types.Func) *Runner { return t.Runner(Key(fn)) }

// Call returns what is known of how a function waits, or nil.
func (t *Table) Call(key string) *Call {
	return find(t, key, func(l *layer) *index[Call] { return l.calls })
}

// CallOf is Call for a function.
func (t *Table) CallOf(fn *types.Func) *Call { return t.Call(Key(fn)) }

// Effect returns what is known of what a function changes, or nil.
func (t *Table) Effect(key string) *Effect {
	return find(t, key, func(l *layer) *index[Effect] { return l.effects })
}

// EffectOf is Effect for a function.
func (t *Table) EffectOf(fn *types.Func) *Effect { return t.Effect(Key(fn)) }

// CtxOp returns what is known of what a function does with contexts, or nil.
func (t *Table) CtxOp(key string) *CtxOp {
	return find(t, key, func(l *layer) *index[CtxOp] { return l.ctxOps })
}

// CtxOpOf is CtxOp for a function.
func (t *Table) CtxOpOf(fn *types.Func) *CtxOp { return t.CtxOp(Key(fn)) }

// Setting returns what an option function or setter sets, or nil.
func (t *Table) Setting(key string) *Setting {
	return find(t, key, func(l *layer) *index[Setting] { return l.settings })
}

// SettingOf is Setting for a function.
func (t *Table) SettingOf(fn *types.Func) *Setting { return t.Setting(Key(fn)) }

// FieldSetting returns what a struct field sets, or nil. See KeyOfField.
func (t *Table) FieldSetting(key string) *Setting {
	return find(t, key, func(l *layer) *index[Setting] { return l.fields })
}

// Carrier returns how a type carries a context, or nil. See KeyOfType.
func (t *Table) Carrier(typeKey string) *Carrier {
	return find(t, typeKey, func(l *layer) *index[Carrier] { return l.carriers })
}

// TypeTrait returns the trait of every value of a type, TraitNone if there is
// none. A pointer has its element's.
func (t *Table) TypeTrait(typeKey string) Trait {
	row := find(t, typeKey, func(l *layer) *index[TypeTrait] { return l.typeTraits })
	if row == nil && strings.HasPrefix(typeKey, "*") {
		return t.TypeTrait(typeKey[1:])
	}
	if row == nil {
		return TraitNone
	}
	return row.Trait
}

// Makers returns the properties of the result of a function, of a package
// variable, or of a type's composite literals.
func (t *Table) Makers(key string) []*Maker {
	row := find(t, key, func(l *layer) *index[makerRow] { return l.makers })
	if row == nil {
		return nil
	}
	return row.makers
}

// Maker returns the first of Makers, or nil.
func (t *Table) Maker(key string) *Maker {
	if ms := t.Makers(key); len(ms) > 0 {
		return ms[0]
	}
	return nil
}

// MakerOf is Maker for a function.
func (t *Table) MakerOf(fn *types.Func) *Maker { return t.Maker(Key(fn)) }

// HasTrait reports whether the makers of key include one with a trait, and
// returns it.
func (t *Table) HasTrait(key string, trait Trait) *Maker {
	for _, m := range t.Makers(key) {
		if m.Trait == trait {
			return m
		}
	}
	return nil
}

// Intent returns all that is declared of a function.
func (t *Table) Intent(key string) Intent {
	var all Intent
	for _, l := range t.layers {
		for _, in := range l.intents {
			if in.match(key) {
				all.Idempotent = all.Idempotent || in.row.Idempotent
				all.NonBlocking = all.NonBlocking || in.row.NonBlocking
				all.Handler = all.Handler || in.row.Handler
				if all.Budget == 0 {
					all.Budget = in.row.Budget
				}
			}
		}
	}
	return all
}

// IntentOf is Intent for a function.
func (t *Table) IntentOf(fn *types.Func) Intent {
	for _, l := range t.layers {
		if len(l.intents) > 0 {
			return t.Intent(Key(fn))
		}
	}
	return Intent{}
}

// Quiet reports whether nothing in a package matters to any rule: loggers,
// metrics, codecs, and the like. No summary of it is needed.
func (t *Table) Quiet(pkgPath string) bool {
	for _, l := range t.layers {
		for i := 0; i <= len(pkgPath); i++ {
			if i < len(pkgPath) && pkgPath[i] != '/' {
				continue
			}
			for _, g := range l.quiet[pkgPath[:i]] {
				if glob(g, pkgPath) {
					return true
				}
			}
		}
	}
	return false
}

// Quiet is Table.Quiet of the default table.
func Quiet(pkgPath string) bool { return Default().Quiet(pkgPath) }

// Knows reports whether any row is about a function of the package, so that
// the others in it are known to be of no interest.
func (t *Table) Knows(pkgPath string) bool {
	pkgPath = Path(pkgPath)
	if t.known[pkgPath] {
		return true
	}
	for _, g := range t.knownP {
		if glob(g, pkgPath) {
			return true
		}
	}
	return false
}

func matchParams(pats, keys []string) bool {
	for i, p := range pats {
		if p == "..." {
			return true
		}
		if i >= len(keys) || !matchParam(p, keys[i]) {
			return false
		}
	}
	return len(pats) == len(keys)
}

func matchParam(pat, key string) bool {
	if pat == "_" {
		return true
	}
	if pat == key {
		return true
	}
	p := splitKey(pat)
	if !p.maybe && !hasWildcard(strings.TrimPrefix(pat, "*")) && !strings.Contains(pat, "{") {
		return false
	}
	return newPattern(p).match(splitKey(key))
}
