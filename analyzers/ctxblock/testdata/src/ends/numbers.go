package ends

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
)

func locate(text string) error {
	_, err := net.ResolveIPAddr("ip", text) // want `names → locate → net.ResolveIPAddr`
	return err
}

func reverse(text string) error {
	_, err := net.LookupAddr(text) // want `names → reverse → net.LookupAddr`
	return err
}

// The text of an address that is numbers is not looked up.
func numbers(w http.ResponseWriter, r *http.Request) {
	ip := netip.MustParseAddr(r.FormValue("ip"))
	if err := locate(ip.String()); err != nil {
		return
	}
	net.ResolveTCPAddr("tcp", net.JoinHostPort(ip.String(), "80"))
}

type pinger struct{ addr string }

func newPinger(addr string) *pinger { return &pinger{addr} }

func (p *pinger) run() error { return locate(p.addr) }

func pings(w http.ResponseWriter, r *http.Request) {
	p := newPinger(net.ParseIP(r.FormValue("ip")).String())
	p.run()
}

func names(w http.ResponseWriter, r *http.Request) {
	ip := netip.MustParseAddr(r.FormValue("ip"))
	reverse(ip.String())
	locate(r.FormValue("name"))
}

// Who answers a prompt sits at the terminal.
func prompt(w http.ResponseWriter, r *http.Request) {
	var yes string
	fmt.Scanln(&yes)
}
