package config

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/faultlint/faultlint/internal/api"
)

// None, in place of a file's name, stands for no configuration at all.
const None = "none"

// EnvVar names the environment variable that names the file, for want of an
// option. It is how go vet is given one: of a file named by an option go vet
// would not see that it has changed.
const EnvVar = "FAULTLINT_CONFIG"

// A Source finds the configuration that is in force for packages. It may be
// shared. A nil Source has none.
type Source struct {
	none bool
	file *loaded // in place of those in the roots of the user's modules
	over *Config // wins over the file

	mu    sync.Mutex
	roots map[string]string // module root by directory; "" = none
	setup map[string]*Setup // by module root, and "dep:" + root
}

// loaded is a file that was read.
type loaded struct {
	name   string
	data   []byte
	config *Config
	err    error
}

// NewSource returns a source. File is the file to use for all of the user's
// modules, "" to use the one in the root of each, None to use none. What over
// says, which may be nil, wins over what the file says. The error is Errors, or
// that the file cannot be read.
func NewSource(file string, over *Config) (*Source, error) {
	if over != nil && over.Write() == nil {
		over = nil // it says nothing
	}
	s := &Source{over: over, roots: make(map[string]string), setup: make(map[string]*Setup)}
	switch file {
	case "":
	case None:
		s.none = true
	default:
		abs, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		s.file = load(abs)
		if s.file == nil {
			return nil, fmt.Errorf("there is no file %s", file)
		}
		if s.file.err != nil {
			return nil, s.file.err
		}
	}
	return s, nil
}

// load reads a file, nil if it does not exist.
func load(name string) *loaded {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return &loaded{name: name, err: err}
	}
	c, err := Parse(short(name), data)
	return &loaded{name, data, c, err}
}

// short names a file relative to the current directory, if it is below.
func short(name string) string {
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, name); err == nil && !strings.HasPrefix(rel, "..") {
			return rel
		}
	}
	return name
}

// A Setup is the configuration in force for the packages of one module.
type Setup struct {
	Config
	// Table is what library functions do, the user's knowledge included.
	Table *api.Table
	// File is the file it is from, Root the module's root; "" for none.
	File, Root string
	// Shipped are the modules whose own knowledge is used.
	Shipped []Shipped
	// Facts names all that summaries of functions follow from, Digest all that
	// findings follow from. They are "" if nothing is configured.
	Facts, Digest string
	// Err is what is wrong with the file; of which then only the knowledge that is right counts.
	Err error

	excludes []exclude
}

// Shipped is the knowledge that a module brings along for those who use it.
type Shipped struct {
	Module, File string
	Knowledge    Knowledge
	// Left out are entries that are not understood, or not on the module itself.
	LeftOut Errors
}

var bare = sync.OnceValue(func() *Setup { return &Setup{Table: api.Default()} })

// For returns the configuration in force for the packages in a directory.
func (s *Source) For(dir string) *Setup {
	if s == nil || s.none && s.over == nil {
		return bare()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	root, ok := s.roots[dir]
	if !ok {
		root = ModuleRoot(dir)
		switch {
		case root != "" && below(filepath.Join(root, "vendor"), dir):
			root = "dep:" // what a module ships is not copied into vendor directories
		case dependency(dir):
			root = "dep:" + root
		}
		s.roots[dir] = root
	}
	if root == "" && s.file == nil && s.over == nil {
		return bare()
	}
	setup, ok := s.setup[root]
	if !ok {
		if dir, ok := strings.CutPrefix(root, "dep:"); ok {
			setup = bare()
			if dir != "" {
				setup = s.ofDependency(dir)
			}
		} else {
			setup = s.ofModule(root)
		}
		s.setup[root] = setup
	}
	return setup
}

// ofDependency returns the configuration for the packages of a module that is
// only used: what it says of itself.
func (s *Source) ofDependency(root string) *Setup {
	out := &Setup{Table: api.Default(), Root: root}
	if s.none {
		return out
	}
	f := parseMod(root)
	if f == nil || f.Module == nil {
		return out
	}
	if sh, data := shipped(dep{f.Module.Mod.Path, root}); sh != nil {
		out.Shipped = []Shipped{*sh}
		out.finish(sh.Knowledge.Rows(), string(data))
	}
	return out
}

// ofModule returns the configuration for the packages of one of the user's modules.
func (s *Source) ofModule(root string) *Setup {
	out := &Setup{Root: root}
	l := s.file
	if l == nil && !s.none && root != "" {
		l = load(filepath.Join(root, FileName))
	}
	var parts []string
	if l != nil {
		out.File, out.Err = l.name, l.err
		parts = append(parts, string(l.data))
		if l.err == nil {
			out.Config = *l.config
		} else if errs, ok := l.err.(Errors); ok && l.config != nil {
			// Whoever uses the module takes what is right of it.
			out.Knowledge = l.config.Knowledge
			out.Knowledge.keepOwn("", errs)
		}
	}
	if s.over != nil {
		out.Config = out.merged(s.over)
		text, _ := json.Marshal(s.over)
		parts = append(parts, string(text))
	}
	var rows api.Rows
	if root != "" && !s.none {
		for _, d := range dependencies(root) {
			if sh, data := shipped(d); sh != nil {
				out.Shipped = append(out.Shipped, *sh)
				rows.Append(sh.Knowledge.Rows())
				parts = append(parts, d.path, string(data))
			}
		}
	}
	own := out.Knowledge.Rows()
	own.Append(rows) // the first row wins
	out.finish(own, parts...)
	return out
}

func (s *Setup) finish(rows api.Rows, parts ...string) {
	s.Table = api.Default()
	if text := fmt.Sprintf("%+v", rows); text != fmt.Sprintf("%+v", api.Rows{}) {
		s.Table = s.Table.Extend(rows)
		s.Facts = digest(text)
	}
	if len(parts) > 0 {
		s.Digest = digest(parts...)
	}
	for _, e := range s.Exclude {
		s.excludes = append(s.excludes, newExclude(e))
	}
}

func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}

// shipped reads the knowledge that a module brings along, nil if it brings none.
func shipped(d dep) (*Shipped, []byte) {
	l := load(filepath.Join(d.dir, FileName))
	if l == nil {
		return nil, nil
	}
	out := &Shipped{Module: d.path, File: l.name}
	errs, bad := l.err.(Errors)
	if l.err != nil && !bad || l.config == nil {
		if bad {
			out.LeftOut = errs
		}
		return out, l.data
	}
	out.LeftOut = append(out.LeftOut, errs...)
	out.Knowledge = l.config.Knowledge
	out.LeftOut = append(out.LeftOut, out.Knowledge.keepOwn(d.path, errs)...)
	return out, l.data
}

// Digest names all that findings in the packages of the module in dir, and of
// its workspace, follow from beside their source; "" if nothing is configured.
func (s *Source) Digest(dir string) string {
	var parts []string
	for _, setup := range s.All(dir) {
		parts = append(parts, setup.Digest)
	}
	if strings.Join(parts, "") == "" {
		return ""
	}
	return digest(parts...)
}

// All returns the configurations of the module that dir is in and of those in
// its workspace.
func (s *Source) All(dir string) []*Setup {
	out := []*Setup{s.For(dir)}
	if _, dirs := workspace(dir); s != nil {
		for _, d := range dirs {
			if setup := s.For(d); !slices.Contains(out, setup) {
				out = append(out, setup)
			}
		}
	}
	return out
}

// Err returns what is wrong with the configurations of All.
func (s *Source) Err(dir string) error {
	var errs []error
	for _, setup := range s.All(dir) {
		errs = append(errs, setup.Err)
	}
	return errors.Join(errs...)
}

// Verify looks up the names in the configurations of All, see Setup.Verify.
func (s *Source) Verify(ctx context.Context, dir string) error {
	setups := s.All(dir)
	errs := make([]error, len(setups))
	var wg sync.WaitGroup
	for i, setup := range setups {
		wg.Go(func() { errs[i] = setup.Verify(ctx) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Check is Err and, if there is nothing wrong, Verify.
func (s *Source) Check(ctx context.Context, dir string) error {
	if err := s.Err(dir); err != nil {
		return err
	}
	return s.Verify(ctx, dir)
}
