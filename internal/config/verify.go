package config

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Verify looks for names in a configuration that match nothing in the packages
// they are said to be of: a function that was renamed, a slip of the pen; and
// for what is said of arguments and clients that are none. What
// other modules ship is not looked at. The error is Errors, or one of the go
// command.
func (s *Setup) Verify(ctx context.Context) error {
	type use struct {
		ref  Ref
		kind any
	}
	var uses []use
	pkgs := make(map[string]bool)
	refs(reflect.ValueOf(s.Knowledge), func(r Ref, kind any) {
		switch kind.(type) {
		case Func, Type, Var, Field:
			uses = append(uses, use{r, kind})
			pkgs[packageOf(r, kind)] = true
		case TypeText:
			for _, name := range typeNames.FindAllString(r.Text, -1) {
				t := Type{Ref{Text: name, Key: name, At: r.At, Path: r.Path}}
				uses = append(uses, use{t.Ref, t})
				pkgs[packageOf(t.Ref, t)] = true
			}
		}
	})
	for _, e := range s.Knowledge.NotIdempotent {
		for _, key := range e.Keys {
			if n, err := splitFunc(key); err == nil && strings.Contains(n.pkg, "/") { // others may be headers
				f := Func{Ref{Text: key, Key: key, At: e.Func.At, Path: strings.TrimSuffix(e.Func.Path, ".func") + ".keys"}}
				uses = append(uses, use{f.Ref, f})
				pkgs[n.pkg] = true
			}
		}
	}
	if len(uses) == 0 {
		return nil
	}
	listed, err := list(ctx, s.Root, pkgs)
	if err != nil {
		return err
	}
	var errs Errors
	known := make(map[string]*names)
	for _, u := range uses {
		pkg := packageOf(u.ref, u.kind)
		p := listed[pkg]
		if p == nil || p.Dir == "" {
			errs = append(errs, &Error{u.ref.At, u.ref.Path, fmt.Sprintf("%s matches nothing: neither this module nor one that it requires has a package %s", u.ref.Text, pkg)})
			continue
		}
		ns, ok := known[pkg]
		if !ok {
			ns = declared(p)
			known[pkg] = ns
		}
		if msg := ns.missing(u.ref, u.kind); msg != "" {
			errs = append(errs, &Error{u.ref.At, u.ref.Path, u.ref.Text + " matches nothing: " + msg})
		}
	}
	errs = append(errs, s.Knowledge.misfits(known)...)
	return errs.orNil()
}

// typeNames finds the names with packages in the text of a type.
var typeNames = regexp.MustCompile(`[\pL\pN_][\w~./-]*\.[\pL_][\pL\pN_]*`)

// misfits looks for what is said of arguments, clients and methods that are none, in packages that are known.
func (k *Knowledge) misfits(known map[string]*names) Errors {
	var errs Errors
	for _, a := range k.arguments() {
		if ns := known[packageOf(a.fn.Ref, a.fn)]; ns != nil {
			if msg := a.wrong(ns.signatures(a.fn)); msg != "" {
				errs = append(errs, &Error{a.at.At, a.at.Path + "." + a.key, msg})
			}
		}
	}
	for i := range k.Clients {
		c := &k.Clients[i]
		refs(reflect.ValueOf(*c), func(r Ref, kind any) {
			if ns := known[packageOf(r, kind)]; ns != nil {
				if msg := ns.noClient(c); msg != "" {
					errs = append(errs, &Error{r.At, r.Path, msg})
				}
			}
		})
	}
	for _, h := range k.Handlers {
		ns := known[packageOf(h.Interface.Ref, h.Interface)]
		_, typ, _ := cutLast(h.Interface.Text)
		if ns == nil || ns.embeds[typ] || len(ns.methods[typ]) == 0 {
			continue // it may have methods that are not written there
		}
		for _, m := range h.Methods {
			if !ns.methods[typ][m] {
				errs = append(errs, &Error{h.At, h.Path + ".methods", fmt.Sprintf("%s has no method %s", h.Interface.Text, m)})
			}
		}
	}
	return errs
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir                   string
	GoFiles, CgoFiles, IgnoredGoFiles []string
}

// list asks the go command where packages are, without downloading any.
func list(ctx context.Context, dir string, pkgs map[string]bool) (map[string]*listed, error) {
	args := []string{"list", "-e", "-find", "-json=ImportPath,Dir,GoFiles,CgoFiles,IgnoredGoFiles", "--"}
	for pkg := range pkgs {
		args = append(args, pkg)
	}
	slices.Sort(args[5:])
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "PWD="+dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		msg, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return nil, fmt.Errorf("go list, to look up the names in the configuration: %w: %s", err, msg)
	}
	out := make(map[string]*listed)
	for dec := json.NewDecoder(&stdout); ; {
		l := new(listed)
		if err := dec.Decode(l); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list, to look up the names in the configuration: %w", err)
		}
		if len(l.GoFiles)+len(l.CgoFiles)+len(l.IgnoredGoFiles) == 0 {
			l.Dir = ""
		}
		out[l.ImportPath] = l
	}
}

// names are what a package declares.
type names struct {
	funcs, types, vars map[string]bool
	methods, fields    map[string]map[string]bool // by type

	consts               map[string]bool            // they are among vars as well
	embeds               map[string]bool            // interfaces with methods of others
	sigs                 map[string][]*ast.FuncType // by F, or T.M
	varTypes, fieldTypes map[string]ast.Expr        // where they are written, of fields by T.F
}

// declared reads the declarations of a package, for all systems and tags.
func declared(p *listed) *names {
	ns := &names{
		funcs: make(map[string]bool), types: make(map[string]bool), vars: make(map[string]bool),
		methods: make(map[string]map[string]bool), fields: make(map[string]map[string]bool),
		consts: make(map[string]bool), embeds: make(map[string]bool), sigs: make(map[string][]*ast.FuncType),
		varTypes: make(map[string]ast.Expr), fieldTypes: make(map[string]ast.Expr),
	}
	fset := token.NewFileSet()
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.IgnoredGoFiles) {
		f, _ := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if f == nil {
			continue // whoever compiles it says so
		}
		for _, d := range f.Decls {
			ns.add(d)
		}
	}
	return ns
}

func (ns *names) add(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			ns.funcs[d.Name.Name] = true
			ns.sigs[d.Name.Name] = append(ns.sigs[d.Name.Name], d.Type)
		} else if len(d.Recv.List) == 1 {
			t := typeOf(d.Recv.List[0].Type)
			put(ns.methods, t, d.Name.Name)
			ns.sigs[t+"."+d.Name.Name] = append(ns.sigs[t+"."+d.Name.Name], d.Type)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, id := range s.Names {
					ns.vars[id.Name] = true
					ns.consts[id.Name] = d.Tok == token.CONST
					ns.varTypes[id.Name] = s.Type
				}
			case *ast.TypeSpec:
				ns.types[s.Name.Name] = true
				switch t := s.Type.(type) {
				case *ast.InterfaceType:
					for _, m := range t.Methods.List {
						if len(m.Names) == 0 {
							ns.embeds[s.Name.Name] = true
						}
						for _, id := range m.Names {
							put(ns.methods, s.Name.Name, id.Name)
							if sig, ok := m.Type.(*ast.FuncType); ok {
								ns.sigs[s.Name.Name+"."+id.Name] = append(ns.sigs[s.Name.Name+"."+id.Name], sig)
							}
						}
					}
				case *ast.StructType:
					for _, f := range t.Fields.List {
						for _, id := range f.Names {
							put(ns.fields, s.Name.Name, id.Name)
							ns.fieldTypes[s.Name.Name+"."+id.Name] = f.Type
						}
						if len(f.Names) == 0 {
							put(ns.fields, s.Name.Name, typeOf(f.Type))
						}
					}
				}
			}
		}
	}
}

func put(m map[string]map[string]bool, typ, name string) {
	if m[typ] == nil {
		m[typ] = make(map[string]bool)
	}
	m[typ][name] = true
}

// typeOf returns the name of a type without pointer, package and parameters.
func typeOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeOf(e.X)
	case *ast.ParenExpr:
		return typeOf(e.X)
	case *ast.IndexExpr:
		return typeOf(e.X)
	case *ast.IndexListExpr:
		return typeOf(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// missing says why a name matches nothing, "" if it matches something.
func (ns *names) missing(r Ref, kind any) string {
	pkg := packageOf(r, kind)
	noneOf := func(what, name string, in map[string]bool) string {
		for have := range in {
			if matchName(name, have) {
				return ""
			}
		}
		known := make([]string, 0, len(in))
		for have := range in {
			known = append(known, have)
		}
		slices.Sort(known)
		if best := Closest(name, known); best != "" {
			return fmt.Sprintf("%s has no %s %s; is it %s?", pkg, what, name, best)
		}
		return fmt.Sprintf("%s has no %s %s", pkg, what, name)
	}
	none := func(what, name string, in map[string]bool) string {
		for _, alt := range alternatives(name) {
			if msg := noneOf(what, alt, in); msg != "" {
				return msg // one that matches nothing is a slip, though others match
			}
		}
		return ""
	}
	switch kind.(type) {
	case Func:
		n, _ := splitFunc(r.Text)
		if n.typ == "" {
			return none("function", n.elem, ns.funcs)
		}
		if msg := none("type", n.typ, ns.types); msg != "" {
			return msg
		}
		msg := none("method "+n.typ+".", n.elem, ns.methods[n.typ])
		msg = strings.Replace(msg, n.typ+". ", n.typ+".", 1)
		if msg != "" && !strings.Contains(msg, ";") {
			msg += " of its own; a method that an embedded type brings along is named by that type"
		}
		return msg
	case Type:
		_, elem, _ := cutLast(r.Text)
		return none("type", elem, ns.types)
	case Var:
		_, elem, _ := cutLast(r.Text)
		return none("variable", elem, ns.vars)
	case Field:
		t, elem, _ := cutLast(r.Text)
		_, typ, _ := cutLast(t)
		if msg := none("type", typ, ns.types); msg != "" {
			return msg
		}
		return strings.Replace(none("field "+typ+".", elem, ns.fields[typ]), typ+". ", typ+".", 1)
	}
	return ""
}
