package a

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
)

// Addresses of this machine, put together in every way.
func loopback(h http.Handler, port int, at uint16) {
	go http.ListenAndServe(fmt.Sprintf("localhost:%d", port), h)
	go http.ListenAndServe(net.JoinHostPort("::1", "80"), h)
	go http.ListenAndServe(netip.AddrPortFrom(netip.IPv6Unspecified(), at).String(), h) // want `http.ListenAndServe makes a server`
	addr := netip.AddrPortFrom(netip.IPv6LinkLocalAllNodes(), at)
	addr = netip.AddrPortFrom(localhost(), at)
	go http.ListenAndServe(addr.String(), h)
	host := "127.0.0.1"
	go http.ListenAndServe(host+":80", h)
	if port == 0 {
		host = "0.0.0.0"
	}
	go http.ListenAndServe(host+":80", h) // want `http.ListenAndServe makes a server`
}

func unlessSet(preset, env string) string { return env }

// What is preset may be another one.
func preset(h http.Handler, env string) {
	http.ListenAndServe(unlessSet("localhost:80", env), h) // want `http.ListenAndServe makes a server`
}

func localhost() netip.Addr { return netip.AddrFrom4([4]byte{127, 0, 0, 1}) }

// A listener that only this machine reaches, and one that everybody does.
func listens(h http.Handler) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	tried := &http.Server{Handler: h}
	go tried.Serve(ln)
	go http.Serve(ln, h)
	out, err := net.Listen("tcp", "0.0.0.0:80")
	if err != nil {
		return err
	}
	return http.Serve(out, h) // want `http.Serve makes a server`
}
