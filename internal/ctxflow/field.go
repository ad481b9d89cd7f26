package ctxflow

import (
	"go/types"

	"github.com/faultlint/faultlint/internal/code"
)

// fieldValues is what this package puts into a field or package variable.
type fieldValues struct {
	vals     []Ctx
	complete bool
	life     Life
	lifeDone bool
}

// FieldValues returns the contexts that this package stores in a field or
// package variable, and whether these are all: it is unexported, declared here
// and not written through a pointer.
func (f *Flow) FieldValues(field *types.Var) (vals []Ctx, complete bool) {
	field = field.Origin()
	if v := f.fields[field]; v != nil {
		return v.vals, v.complete
	}
	fv := new(fieldValues)
	f.fields[field] = fv // empty while in progress
	fv.complete = field.Pkg() == f.p.Types && !field.Exported()
	for _, d := range f.p.Defs(field) {
		switch d.Kind {
		case code.DefAddr, code.DefOp:
			fv.complete = false
			continue
		case code.DefZero:
			continue
		}
		if f.nilDefault(d) {
			continue
		}
		t := &tracer{f: f}
		fv.vals = append(fv.vals, merge(t.def(d, d.RHS)))
	}
	return fv.vals, fv.complete
}

// FieldLife says whose contexts a field holds: LifeRequest if one that came in
// with a request is stored in it, LifeProcess if all are made at start-up or
// for the object itself, LifeCaller if they are parameters of the functions
// that make the object, LifeUnknown if nothing is known.
func (f *Flow) FieldLife(field *types.Var) Life {
	field = field.Origin()
	vals, _ := f.FieldValues(field)
	fv := f.fields[field]
	if !fv.lifeDone {
		fv.lifeDone = true // unknown while in progress
		fv.life = f.lifeOf(field, vals)
	}
	return fv.life
}

func (f *Flow) lifeOf(field *types.Var, vals []Ctx) Life {
	life := LifeUnknown
	for _, c := range vals {
		l := LifeUnknown
		switch {
		case c.Ambiguous:
		case c.Detached() != nil || c.Signal():
			l = LifeProcess
		default:
			switch c.Root.Kind {
			case RootBackground, RootTODO:
				l = LifeProcess
			case RootCarrier:
				l = f.carrierLife(c.Root.Var.Type())
			case RootParam:
				l = LifeCaller
			case RootField:
				if c.Root.Var != field {
					l = f.FieldLife(c.Root.Var)
				}
			case RootTest:
				l = LifeTest
			case RootNil:
				continue
			}
		}
		if l == LifeUnknown {
			return LifeUnknown
		}
		// A request's beats a caller's beats the process's.
		switch {
		case life == LifeUnknown, l == LifeRequest:
			life = l
		case l == LifeCaller && life != LifeRequest:
			life = l
		}
	}
	return life
}
