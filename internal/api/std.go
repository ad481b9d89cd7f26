package api

import "strings"

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
