package retry

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// paces reports whether a node may hold control up without being a known
// wait: a receive or send, a lock, an unknown call that gets a duration or is called
// like a wait. Such a node leaves it open whether there is a delay.
func (x *Finder) paces(n ast.Node) bool {
	found := false
	code.InspectShallow(n, func(n ast.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *ast.SendStmt:
			found = true // whoever takes it may take its time
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				found = true
			}
		case *ast.CallExpr:
			if x.mayPace(n) {
				found = true
			}
		}
		return !found
	})
	return found
}

var paceWords = []string{"sleep", "wait", "backoff", "delay", "pause", "throttle", "pace", "limit", "jitter", "acquire", "tick", "hold", "idle", "yield", "lock", "until", "take", "cool"}

func (x *Finder) mayPace(call *ast.CallExpr) bool {
	c := x.p.CalleeOf(call)
	if c.Conversion || c.Builtin != "" {
		return false
	}
	fn := c.Func
	name := ""
	if fn != nil {
		if fn.Pkg() == nil {
			return false
		}
		name = fn.Name()
		if f := x.p.FuncOf(fn); f != nil {
			return x.ownWaitOf(f) != nil || x.receives(f) || x.asksToPause(f, 2)
		}
		if x.table != nil && (x.table.Quiet(fn.Pkg().Path()) || fn.Pkg().Path() == "log/slog") {
			return false
		}
		if api.IsStd(fn.Pkg().Path()) {
			switch fn.Pkg().Path() {
			case "sync", "time", "os/exec", "os/signal":
				return !strings.HasPrefix(name, "Now") && name != "Since" && name != "Until" && name != "Unlock" && name != "RUnlock" && !strings.HasSuffix(name, "Duration")
			case "fmt", "errors", "log", "strings", "strconv", "context", "sort", "slices", "maps", "math", "bytes", "sync/atomic":
				return false
			}
		}
	} else if c.Var != nil {
		name = c.Var.Name()
		if fns, complete := x.p.LitsOf(call.Fun); complete {
			for _, f := range fns {
				if x.ownWaitOf(f) != nil || x.receives(f) {
					return true
				}
			}
			return false
		}
	}
	for _, a := range call.Args {
		if code.IsDuration(x.p.Info.TypeOf(a)) && !loggish(name) {
			return true
		}
	}
	name = strings.ToLower(name)
	for _, w := range paceWords {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// asksToPause reports whether a function of the package calls something out of its sight
// that is named like a pause and is given a duration, such as the Sleep of a clock that is
// an interface, itself or in a function that it calls.
func (x *Finder) asksToPause(f *code.Func, depth int) bool {
	for _, call := range f.Calls() {
		fn := x.p.Callee(call)
		if fn == nil {
			continue
		}
		if g := x.p.FuncOf(fn); g != nil {
			if depth > 0 && g != f && x.asksToPause(g, depth-1) {
				return true
			}
			continue
		}
		for _, a := range call.Args {
			if code.IsDuration(x.p.Info.TypeOf(a)) && pausing(fn.Name()) {
				return true
			}
		}
	}
	return false
}

// pausing reports whether a function is named like a pause.
func pausing(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"sleep", "wait", "pause", "delay", "backoff"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// loggish reports whether a call of that name is told about something rather than asked to do it.
func loggish(name string) bool {
	for _, w := range []string{"Log", "Print", "Debug", "Info", "Warn", "Error", "Notify", "Observe", "Record", "Duration", "Any", "String", "Set"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// receives reports whether a function of the package receives from a channel, or
// sends into one, in its own body.
func (x *Finder) receives(f *code.Func) bool {
	found := false
	f.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.RangeStmt:
			if t := x.p.Info.TypeOf(n.X); t != nil {
				_, ch := t.Underlying().(*types.Chan)
				found = found || ch
			}
		}
		return !found
	})
	return found
}

func hasLoop(f *code.Func) bool {
	found := false
	f.Inspect(func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			found = true
		}
		return !found
	})
	return found
}

// MayPace reports whether a call may hold control up: a wait, a lock, or a call
// that cannot be looked into and is given a time or called like a wait.
func (x *Finder) MayPace(call *ast.CallExpr) bool {
	return x.mayPace(call) || x.callPause(call, x.p.Enclosing(call)) != nil
}
