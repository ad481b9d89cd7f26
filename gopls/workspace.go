package gopls

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/faultlint/faultlint/internal/config"
)

// workspace returns the directories that the process is to serve: those that the editor opens, or
// the current one if no editor is there. The editor says it in its first message, which is read
// here, ahead of gopls, because by then the passes have to be made.
func workspace() []string {
	if servesStdin(os.Args[1:]) && !isTerminal(os.Stdin) {
		first, rest := peek(os.Stdin)
		if r, w, err := os.Pipe(); err == nil {
			os.Stdin = r
			go func() {
				defer w.Close()
				if _, err := w.Write(first); err == nil {
					io.Copy(w, rest)
				}
			}()
		}
		if dirs := folders(first); len(dirs) > 0 {
			return dirs
		}
	}
	if wd, err := os.Getwd(); err == nil {
		return []string{wd}
	}
	return nil
}

// servesStdin reports whether gopls, run with these arguments, talks to an editor by its standard
// input and output. It rather says no.
func servesStdin(args []string) bool {
	for _, arg := range args {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case arg == "serve":
		case !strings.HasPrefix(arg, "-"):
			return false // another command, or the value of a flag
		case name == "h" || name == "help" || name == "listen" || name == "port" || name == "remote":
			return false
		}
	}
	return true
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err != nil || info.Mode()&os.ModeCharDevice != 0
}

// peek reads the first message of the protocol, or as much as there is of one, and returns it and
// what comes after it.
func peek(in io.Reader) (first []byte, rest *bufio.Reader) {
	rest = bufio.NewReader(in)
	length := 0
	for {
		line, err := rest.ReadBytes('\n')
		first = append(first, line...)
		if err != nil || len(first) > 1<<16 {
			return first, rest
		}
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
		name, value, _ := strings.Cut(string(line), ":")
		if strings.EqualFold(name, "Content-Length") {
			length, _ = strconv.Atoi(strings.TrimSpace(value))
		}
	}
	if length > 0 && length < 1<<26 {
		body := make([]byte, length)
		n, _ := io.ReadFull(rest, body)
		first = append(first, body[:n]...)
	}
	return first, rest
}

// folders returns the directories that an initialize request names.
func folders(message []byte) []string {
	_, body, _ := bytes.Cut(message, []byte("\r\n\r\n"))
	var init struct {
		Params struct {
			RootURI          string
			WorkspaceFolders []struct{ URI string }
		}
	}
	if json.Unmarshal(body, &init) != nil {
		return nil
	}
	var dirs []string
	for _, f := range init.Params.WorkspaceFolders {
		if dir := fileOf(f.URI); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	if dir := fileOf(init.Params.RootURI); dir != "" && len(dirs) == 0 {
		dirs = []string{dir}
	}
	return dirs
}

// fileOf returns the file that a URI names, "" if it is none.
func fileOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/") // /c:/dir
	}
	return filepath.FromSlash(path)
}

// lookAt bounds the search for modules in a large tree.
const lookAt = 20_000

// roots returns the directories and the roots of all modules in them or above: each may have a
// configuration.
func roots(dirs []string) []string {
	var out []string
	for _, dir := range dirs {
		root := config.ModuleRoot(dir)
		if root == "" {
			root = dir
		}
		out = append(out, root)
		seen := 0
		filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if seen++; seen > lookAt {
				return filepath.SkipAll
			}
			switch name := filepath.Base(path); {
			case err != nil:
				return nil
			case d.IsDir() && path != dir && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "vendor" || name == "node_modules" || name == "testdata"):
				return filepath.SkipDir
			case name == "go.mod" && filepath.Dir(path) != root:
				out = append(out, filepath.Dir(path))
			}
			return nil
		})
	}
	return out
}

func digest(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16] }
