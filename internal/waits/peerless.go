package waits

import (
	"go/ast"
	"go/constant"
	"net"
	"net/netip"
	"slices"
	"strings"

	"github.com/faultlint/faultlint/internal/api"
	"github.com/faultlint/faultlint/internal/code"
)

// withoutPeer reports whether a call dials by a network on which nothing is
// exchanged to make a connection: Dial("udp", …).
func (f *Finder) withoutPeer(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		if v := f.p.Info.Types[a].Value; v != nil && v.Kind() == constant.String {
			switch network, _, _ := strings.Cut(constant.StringVal(v), ":"); network {
			case "udp", "udp4", "udp6", "unix", "unixgram", "unixpacket", "ip", "ip4", "ip6":
				return true
			}
			return false
		}
	}
	return false
}

// withoutLookup reports whether a call resolves an address that names no host:
// a constant with numbers, or with a port alone, or what a connection says of
// its ends.
func (f *Finder) withoutLookup(call *ast.CallExpr, c api.Callee) bool {
	if !api.ResolvesAddr(c.Key) || len(call.Args) == 0 {
		return false
	}
	last := call.Args[len(call.Args)-1]
	if origins := f.p.Origins(last); len(origins) > 0 && !slices.ContainsFunc(origins, func(o code.Origin) bool { return !f.ofConnection(o) }) {
		return true
	}
	v := f.p.Info.Types[last].Value
	if v == nil || v.Kind() != constant.String {
		return false
	}
	host := constant.StringVal(v)
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if host == "" || host == "localhost" {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}

// ofConnection reports whether a value is the address of an end of a connection
// as text, which is numbers: r.RemoteAddr, conn.RemoteAddr().String().
func (f *Finder) ofConnection(o code.Origin) bool {
	switch x := o.Expr.(type) {
	case *ast.SelectorExpr:
		field := f.p.FieldOf(x)
		return field != nil && api.KeyOfField(f.p.TypeOf(x.X), field) == "net/http.Request.RemoteAddr"
	case *ast.CallExpr:
		sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "String" && api.KeyOfType(f.p.TypeOf(sel.X)) == "net.Addr" || f.ofNumbers(x)
	}
	return false
}

// ofNumbers reports whether a call makes the text of an address that is numbers:
// ip.String(), net.JoinHostPort(ip.String(), port).
func (f *Finder) ofNumbers(call *ast.CallExpr) bool {
	if f.p.CalleeOf(call).Key == "net.JoinHostPort" {
		inner, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		return ok && f.ofNumbers(inner)
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "String" {
		return false
	}
	switch api.KeyOfType(code.Deref(f.p.TypeOf(sel.X))) {
	case "net.IP", "net.IPAddr", "net.TCPAddr", "net.UDPAddr", "net/netip.Addr", "net/netip.AddrPort":
		return true
	}
	return false
}

// withoutLookups leaves out the look-ups of an address behind a call that is given the text
// of an address which is numbers, or is one of what was made with it.
func (f *Finder) withoutLookups(call *ast.CallExpr, c api.Callee, all []*Wait) []*Wait {
	looksUp := func(w *Wait) bool { return w.Kind == api.WaitDNS && api.ResolvesAddr(w.What) }
	if !slices.ContainsFunc(all, looksUp) {
		return all
	}
	numbers := f.givenNumbers(call)
	if c.Recv != nil {
		for _, o := range f.p.Origins(c.Recv) {
			maker, ok := o.Expr.(*ast.CallExpr)
			numbers = numbers || ok && f.givenNumbers(maker)
		}
	}
	if !numbers {
		return all
	}
	return slices.DeleteFunc(all, looksUp)
}

func (f *Finder) givenNumbers(call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(a ast.Expr) bool {
		x, ok := ast.Unparen(a).(*ast.CallExpr)
		return ok && f.ofNumbers(x)
	})
}
