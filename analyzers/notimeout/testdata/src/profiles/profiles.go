// Package profiles serves what other packages have registered.
package profiles

import (
	"net"
	"net/http"
	_ "net/http/pprof"
)

func Serve(addr string) error { return http.ListenAndServe(addr, nil) }

type servers struct {
	debugListener net.Listener
	debugMux      *http.ServeMux
	public        net.Listener
}

// On a listener of its own, by whose name it is for those who run the program.
func (s *servers) profiles() error { return http.Serve(s.debugListener, s.debugMux) }

func (s *servers) all(mux *http.ServeMux) error {
	return http.Serve(s.public, mux) // want `makes a server without any limit`
}
