package waits

import (
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

// OwnMaking reports whether it is a wait that the program makes itself (a sleep, a
// channel, a condition, a group of workers, a loop of reads, a child it
// started) rather than a single exchange that a library makes for it. Two
// rules share the waits by it, so that no line is reported twice.
func (w *Wait) OwnMaking() bool {
	switch w.Kind {
	case api.WaitSleep, api.WaitSend, api.WaitRecv, api.WaitSelect, api.WaitSync:
		return true
	case api.WaitProc:
		return w.What == "(*exec.Cmd).Wait" || w.What == "(*os.Process).Wait"
	case api.WaitIO:
		return w.Accepts() || w.InLoop || w.From != nil && w.From.Loop
	}
	return false
}

// Accepts reports whether it waits for the next connection of a listener.
func (w *Wait) Accepts() bool {
	return w.Kind == api.WaitIO && strings.Contains(w.What, ").Accept")
}
