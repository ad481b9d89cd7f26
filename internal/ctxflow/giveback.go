package ctxflow

import "strings"

// giveWords begin the names of functions that take back, or give back, what
// was made or taken before. Close and its like are not among them: what they
// do under a context that is over is mostly enough.
var giveWords = []string{
	"Abort", "Release", "Unlock", "Delete", "Remove", "Destroy", "Drop", "Revoke", "Cancel", "Undo", "Revert",
	"Refund", "Void", "Deregister", "Unregister", "Terminate", "Kill", "Discard", "Unreserve", "Unclaim", "Unassign",
	"GiveBack", "Return", "Compensate", "Cleanup", "CleanUp", "Detach", "Unmount", "Purge", "Free",
}

// GivesBack reports whether a function's name begins with a word for taking
// back, or giving back, what was made or taken before.
func GivesBack(name string) bool { return hasWord(name, giveWords) }

// EndsInOrder reports whether a function's name begins with a word for ending
// something that has work to finish first.
func EndsInOrder(name string) bool {
	return hasWord(name, []string{"Shutdown", "ShutDown", "Flush", "ForceFlush", "Drain", "Stop", "Deregister", "Unregister"})
}

// PutsInPlace reports whether a function's name begins with a word for putting something
// in the place of what was there before, so that it is called again and again.
func PutsInPlace(name string) bool {
	return hasWord(name, []string{"Change", "Switch", "Set", "Replace", "Update", "Reload", "Restart", "Swap", "Retarget", "Select", "Play", "Show", "Apply", "Use", "Reset", "Reconfigure"})
}

// hasWord reports whether a name begins with one of the words, written with a
// small or a capital letter, as a whole word.
func hasWord(name string, words []string) bool {
	for _, w := range words {
		if len(name) < len(w) || !strings.EqualFold(name[:1], w[:1]) || name[1:len(w)] != w[1:] {
			continue
		}
		if len(name) == len(w) || name[len(w)] < 'a' || name[len(w)] > 'z' {
			return true
		}
	}
	return false
}

// TellsFailure reports whether a name or text has a word for a failure in it.
func TellsFailure(s string) bool {
	s = strings.ToLower(s)
	for _, w := range []string{"fail", "error", "abort", "broken", "crash", "timed out", "timedout", "cancel", "reject", "dead"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
