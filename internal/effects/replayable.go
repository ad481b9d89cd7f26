package effects

import "github.com/faultlint/faultlint/internal/api"

// Replayable reports whether the body of a request is surely one that can be
// sent again: none, or a reader of which net/http makes another.
func (f *Finder) Replayable(e *Effect) bool {
	return e.Payload == nil || f.p.Info.Types[e.Payload].IsNil() || api.IsMemoryReader(f.p.TypeOf(e.Payload))
}
