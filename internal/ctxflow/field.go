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

// paramLife says whose context parameter v of fn is, as far as all callers of
// fn are in sight: the process's if main or a start-up function makes it, a
// request's if a request's is among them; the caller's if that is not known.
func (f *Flow) paramLife(fn *code.Func, v *types.Var) Life {
	if l, ok := f.lives[v]; ok {
		return l
	}
	f.lives[v] = LifeCaller // while in progress
	i := fn.ParamIndex(v)
	calls, complete := f.p.Callers(fn)
	if i < 0 || len(calls) == 0 || fn.Obj == nil {
		return LifeCaller
	}
	life := LifeUnknown
	for _, call := range calls {
		if in := f.p.Enclosing(call); in != nil && in.Outermost() == fn {
			continue // a function that calls itself adds nothing
		}
		l := LifeCaller
		if c := f.p.CalleeOf(call); i < len(call.Args) && !c.MethodExpr {
			l = f.ctxLife(f.Trace(call.Args[i]))
		}
		switch {
		case l == LifeRequest:
			life = LifeRequest
		case life == LifeUnknown, life == LifeProcess && l != LifeProcess:
			life = l
		}
		if life == LifeRequest {
			break
		}
	}
	if !complete && life != LifeRequest || life == LifeUnknown || life == LifeLocal {
		life = LifeCaller
	}
	f.lives[v] = life
	return life
}

// neverOver reports whether the context that parameter v of fn holds never ends: all who
// call fn are in sight, and give it one that nothing ends, or their own parameter that
// never ends either.
func (f *Flow) neverOver(fn *code.Func, v *types.Var) bool {
	if over, ok := f.unending[v]; ok {
		return over
	}
	f.unending[v] = false // while in progress
	i := fn.ParamIndex(v)
	calls, complete := f.p.Callers(fn)
	if i < 0 || !complete || len(calls) == 0 || fn.Obj == nil {
		return false
	}
	for _, call := range calls {
		if c := f.p.CalleeOf(call); i >= len(call.Args) || c.MethodExpr {
			return false
		}
		c := f.Trace(call.Args[i])
		switch {
		case c.Ambiguous || !c.Known() || len(c.Cancels()) > 0 || c.Detached() != nil:
			return false // one that is cut off on purpose is somebody's still
		case c.Endless():
		case c.Root.Kind == RootParam && c.Root.Func != nil && c.Root.Var != nil && f.neverOver(c.Root.Func, c.Root.Var):
		default:
			return false
		}
	}
	f.unending[v] = true
	return true
}

// ctxLife says whose context a traced one is.
func (f *Flow) ctxLife(c Ctx) Life {
	if c.Ambiguous || c.Opaque() {
		return LifeCaller
	}
	if c.Detached() != nil || c.Signal() {
		return LifeProcess
	}
	switch c.Root.Kind {
	case RootBackground, RootTODO:
		return LifeProcess
	case RootParam:
		if c.Root.Func != nil {
			return f.paramLife(c.Root.Func, c.Root.Var)
		}
	case RootCarrier:
		if l := f.carrierLife(c.Root.Var.Type()); l != LifeRequest || c.Root.Func == nil {
			return l
		}
		if h := f.t.HandlerByParams(c.Root.Func.Sig); h != nil && (h.CLI || h.Lifecycle) {
			return LifeProcess
		}
		return LifeRequest
	case RootField:
		if l := f.FieldLife(c.Root.Var); l != LifeUnknown {
			return l
		}
	case RootTest:
		return LifeTest
	}
	return LifeCaller
}
