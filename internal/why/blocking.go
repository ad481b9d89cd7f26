package why

import (
	"github.com/faultlint/faultlint/internal/blocking"
)

// joined says where ctxblock or ctxdrop reports a call on the line together
// with others that have the same cause.
func (w *writer) joined() {
	for _, drops := range []bool{false, true} {
		pass := "ctxblock"
		if drops {
			pass = "ctxdrop"
		}
		for _, first := range blocking.Reported(w.p, drops) {
			for _, other := range first.Others {
				if w.on(other.Node) {
					w.out.add(1, "%s reports it together with %d others of %s, at %s", pass, len(first.Others), first.Cause(), w.at(first.Node))
				}
			}
			if w.on(first.Node) && len(first.Others) > 0 {
				w.out.add(1, "%s reports it together with %d others of %s, here", pass, len(first.Others), first.Cause())
			}
		}
	}
}
