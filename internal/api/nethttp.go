package api

import "go/types"

// TakesOver reports whether a method hands out the connection of a request, so that the
// server has no more to do with it: Hijack of net/http's Hijacker and ResponseController,
// and of what frameworks put around these.
func TakesOver(fn *types.Func) bool {
	return fn.Name() == "Hijack" && fn.Signature().Recv() != nil
}

// MakesOrSends reports whether a function of net/http makes a request, changes or sends it:
// one of the package, or a method of Request or Client.
func MakesOrSends(fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Pkg().Path() != "net/http" {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name() != "StatusText"
	}
	switch TypeName(recv.Type()) {
	case "net/http.Request", "net/http.Client":
		return true
	}
	return false
}
