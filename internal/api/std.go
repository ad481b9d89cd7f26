package api

import (
	"go/types"
	"strings"
)

// IsStd reports whether a package path is the standard library's. The first
// path element decides: those without a dot are not all the standard
// library's, a module may be called "myapp".
func IsStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "archive", "bufio", "builtin", "bytes", "cmp", "compress", "container", "context", "crypto",
		"database", "debug", "embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html",
		"image", "index", "internal", "io", "iter", "log", "maps", "math", "mime", "net", "os", "path",
		"plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "structs", "sync",
		"syscall", "testing", "text", "time", "unicode", "unique", "unsafe", "weak":
		return true
	case "vendor":
		return strings.HasPrefix(path, "vendor/golang.org/")
	}
	return false
}

var partReads = oneOf("io.ReadFull", "io.ReadAtLeast", "io.CopyN", "encoding/binary.Read", "encoding/binary.ReadUvarint",
	"encoding/binary.ReadVarint", "fmt.Fscan", "fmt.Fscanf", "fmt.Fscanln")

// ReadsPart reports whether a function reads as much as it is asked for, not to
// the end.
func ReadsPart(key string) bool { return partReads[key] }

var localWork = oneOf("os", "io", "io/ioutil", "bufio", "syscall", "os/user", "plugin")

// WorksLocally reports whether a package of the standard library works on the
// local system. What works on the network is in the tables.
func WorksLocally(path string) bool { return localWork[path] }

var talk = oneOf("log", "log/slog", "fmt", "errors", "strings", "strconv", "time", "context")

// OnlySpeaks reports whether a function, named by its package and name, only
// logs, formats, converts or asks for the time, and returns.
func OnlySpeaks(path, name string) bool {
	if NoReturn(name) {
		return false
	}
	if talk[path] {
		return name != "Sleep"
	}
	return Quiet(path)
}

var passed = oneOf("time.Since", "(time.Time).Sub")

// TellsPassed reports whether the function with a key says how much time has
// passed since a moment.
func TellsPassed(key string) bool { return passed[key] }

var computes = oneOf("strings", "strconv", "slices", "maps", "sort", "fmt", "time", "math", "bytes", "unicode")

// OnlyComputes reports whether the functions of a package of the standard
// library work on their arguments alone, or print them.
func OnlyComputes(path string) bool { return computes[path] }

// NoReturn reports whether a function's name says that it ends the program, or
// panics, rather than return: Fatal, Fatalf, Panicw. Every logger has its own, so
// the name is all there is; whoever is deceived by it keeps silent.
func NoReturn(name string) bool {
	return strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "Panic")
}

// LimitsReads reports whether a method of that name puts a limit on reads from a
// connection, as those of the standard library do and of what wraps them.
func LimitsReads(name string) bool {
	switch name {
	case "SetDeadline", "SetTimeout", "SetReadDeadline", "SetReadTimeout":
		return true
	}
	return false
}

// PreparesSchema reports whether a function's name says that it brings a database to the
// state that the program needs: migrate, applyMigrations, seed, ensureSchema.
func PreparesSchema(name string) bool {
	name = strings.ToLower(name)
	if strings.Contains(name, "migrat") || name == "seed" || strings.HasPrefix(name, "seeddat") {
		return true
	}
	for _, verb := range []string{"ensure", "create", "init", "apply", "update", "upgrade", "setup"} {
		if strings.HasPrefix(name, verb) && strings.Contains(name, "schema") {
			return true
		}
	}
	return false
}

// TakesPlace reports whether a function waits, under a context, for one of the places
// that others of the same process have.
func TakesPlace(key string) bool { return key == "(*golang.org/x/sync/semaphore.Weighted).Acquire" }

// LimitsWrites is LimitsReads for writes to a connection.
func LimitsWrites(name string) bool {
	switch name {
	case "SetDeadline", "SetTimeout", "SetWriteDeadline", "SetWriteTimeout":
		return true
	}
	return false
}

var (
	developers = oneOf("devtools", "hack")
	scripts    = oneOf("scripts", "script", "dev")

	commandDirs = oneOf("cmd", "cmds", "command", "commands", "cli", "subcommands")
)

// ForDevelopers reports whether a package is what those who work on a project run, and
// nobody else, by the directories that it is in: of some everything, of
// others the programs.
func ForDevelopers(pkg *types.Package) bool {
	for dir := range strings.SplitSeq(pkg.Path(), "/") {
		if developers[dir] || scripts[dir] && pkg.Name() == "main" {
			return true
		}
	}
	return false
}

// HoldsCommands reports whether a directory of that name holds, by custom, one for each
// command of a program.
func HoldsCommands(dir string) bool { return commandDirs[dir] }

// AssertsInTests reports whether a package is one that tests say with what they expect,
// or what stands in for something.
func AssertsInTests(path string) bool {
	for _, p := range []string{"github.com/stretchr/testify/", "github.com/onsi/gomega", "github.com/onsi/ginkgo", "gotest.tools/", "github.com/golang/mock/", "go.uber.org/mock/", "github.com/DATA-DOG/go-sqlmock", "github.com/jarcoal/httpmock"} {
		if strings.HasPrefix(path, p) {
			return true
		}
	}
	return false
}

// StartsForTests reports whether a package is one that starts what is to be tested, or
// what a test needs: who imports it serves tests.
func StartsForTests(path string) bool {
	return strings.HasPrefix(path, "github.com/ory/dockertest") || strings.HasPrefix(path, "github.com/testcontainers/")
}
