// Package filled has servers that get their fields after they are made, beside
// others that get a limit.
package filled

import (
	"net"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// The limit that it gets is another server's.
func other(h http.Handler) error {
	s := &http.Server{Addr: ":80", Handler: h}
	s.ReadTimeout = 5 * time.Second
	return s.ListenAndServe()
}

func limit(s *http.Server) { s.ReadHeaderTimeout = 5 * time.Second }

func literal(h http.Handler) error {
	s := &http.Server{Addr: ":80", Handler: h, IdleTimeout: time.Minute} // want `a server without ReadHeaderTimeout or ReadTimeout`
	return s.ListenAndServe()
}

func declared(h http.Handler) error {
	var s http.Server // want `a server without ReadHeaderTimeout or ReadTimeout`
	s.Addr = ":80"
	s.Handler = h
	return s.ListenAndServe()
}

func empty(h http.Handler) error {
	s := &http.Server{} // want `a server without ReadHeaderTimeout or ReadTimeout`
	s.Handler = h
	return (s).ListenAndServe()
}

func made(h http.Handler) {
	s := new(http.Server) // want `a server without ReadHeaderTimeout or ReadTimeout`
	s.Handler = h
	go s.ListenAndServe()
	defer s.Close()
}

func zero(h http.Handler) error {
	s := &http.Server{Addr: ":80", Handler: h, ReadHeaderTimeout: 0} // want `a server without ReadHeaderTimeout or ReadTimeout`
	return s.ListenAndServe()
}

func engine() error {
	return gin.New().Run(":8080") // want `Run makes a server without any limit`
}

// Here somebody else may give it a limit, or does.
func given(h http.Handler) error {
	s := &http.Server{Addr: ":80", Handler: h}
	limit(s)
	return s.ListenAndServe()
}

func giver(h http.Handler, options []func(*http.Server)) error {
	var s http.Server
	s.Handler = h
	for _, o := range options {
		o(&s)
	}
	return s.ListenAndServe()
}

func returned(h http.Handler) *http.Server {
	s := new(http.Server)
	s.Handler = h
	return s
}

func timely(h http.Handler) error {
	var s http.Server
	s.Handler = h
	s.ReadHeaderTimeout = time.Second
	return s.ListenAndServe()
}

func alias(h http.Handler) error {
	s := &http.Server{Addr: ":80", Handler: h}
	t := s
	t.ReadHeaderTimeout = time.Second
	return s.ListenAndServe()
}

func configured(h http.Handler, d time.Duration) error {
	s := &http.Server{Addr: ":80", Handler: h}
	if d > 0 {
		s.ReadTimeout = d
	}
	return s.ListenAndServe()
}

func own(h http.Handler) error {
	var s http.Server
	s.Addr = "localhost:6060"
	s.Handler = h
	return s.ListenAndServe()
}

func socketOnly(h http.Handler) error {
	l, err := net.Listen("unix", "/run/a.sock")
	if err != nil {
		return err
	}
	var s http.Server
	s.Handler = h
	return s.Serve(l)
}

func unused() {
	var s http.Server
	s.Close()
}

func local() error { return gin.New().Run("127.0.0.1:8080") }

func slim(s *http.Server) { s.MaxHeaderBytes = 1 << 16 }

func slimmed(h http.Handler) error {
	s := new(http.Server) // want `a server without ReadHeaderTimeout or ReadTimeout`
	s.Handler = h
	slim(s)
	return s.ListenAndServe()
}

func limited(h http.Handler) error {
	s := new(http.Server)
	s.Handler = h
	limit(s)
	return s.ListenAndServe()
}
