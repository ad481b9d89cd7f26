// Package ends resolves addresses.
package ends

import (
	"net"
	"net/http"
)

// The ends of a connection are numbers already.
func handle(w http.ResponseWriter, r *http.Request) {
	addr, err := net.ResolveTCPAddr("tcp", r.RemoteAddr)
	if err != nil {
		return
	}
	w.Write([]byte(addr.String()))
}

func remote(w http.ResponseWriter, r *http.Request) {
	conn, ok := r.Context().Value("conn").(net.Conn)
	if !ok {
		return
	}
	at := conn.RemoteAddr().String()
	if _, err := net.ResolveTCPAddr("tcp", at); err != nil {
		return
	}
}

// What the client sends may be a name.
func forwarded(w http.ResponseWriter, r *http.Request) {
	if _, err := net.ResolveTCPAddr("tcp", r.Header.Get("X-Forwarded-For")); err != nil { // want `net.ResolveTCPAddr waits without a context, though r.Context\(\) is at hand`
		return
	}
}

func Routes() {
	http.HandleFunc("/a", handle)
	http.HandleFunc("/b", remote)
	http.HandleFunc("/c", forwarded)
}
