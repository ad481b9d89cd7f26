package api

// A CmdUse is what naming a field or method of an exec.Cmd does to its process.
type CmdUse int

const (
	CmdOther   CmdUse = iota
	CmdSet            // says what is run, and how
	CmdOut            // says where the output goes
	CmdPipe           // opens a pipe from which the output is read
	CmdStart          // starts the process, or names the command
	CmdProcess        // the process itself
	CmdEnd            // says how the process, or the wait for it, is ended
)

var cmdUses = map[string]CmdUse{
	"Dir": CmdSet, "Env": CmdSet, "Path": CmdSet, "Args": CmdSet,
	"Stdout": CmdOut, "Stderr": CmdOut,
	"StdoutPipe": CmdPipe, "StderrPipe": CmdPipe,
	"Start": CmdStart, "String": CmdStart, "Environ": CmdStart,
	"Process":   CmdProcess,
	"WaitDelay": CmdEnd, "Cancel": CmdEnd, "SysProcAttr": CmdEnd,
}

// CmdMember returns what naming a field or method of an exec.Cmd does.
func CmdMember(name string) CmdUse { return cmdUses[name] }

// MakesCmd reports whether the function with a key makes an exec.Cmd, and whether
// it takes a context, whose end kills the process.
func MakesCmd(key string) (ctx, ok bool) {
	return key == "os/exec.CommandContext", key == "os/exec.Command" || key == "os/exec.CommandContext"
}

var pipes = map[string]bool{"io.Pipe": false, "os.Pipe": false, "net.Pipe": true}

// MakesPipe reports whether the function with a key makes the two ends of a pipe,
// and whether both are read and written: otherwise the first is read, and the
// second written.
func MakesPipe(key string) (both, ok bool) {
	both, ok = pipes[key]
	return both, ok
}
