// Package loop serves on addresses that its variables hold.
package loop

import (
	"flag"
	"net/http"
)

var debug = "127.0.0.1:8086"

var given = "127.0.0.1:8087"

var changed = "127.0.0.1:8088"

func init() { flag.StringVar(&given, "addr", given, "where to serve") }

func Set(to string) { changed = to }

func serve() {
	s := &http.Server{Addr: debug, Handler: http.DefaultServeMux}
	go s.ListenAndServe()
	g := &http.Server{Addr: given, Handler: http.DefaultServeMux} // want `a server without ReadHeaderTimeout or ReadTimeout`
	go g.ListenAndServe()
	c := &http.Server{Addr: changed, Handler: http.DefaultServeMux} // want `a server without ReadHeaderTimeout or ReadTimeout`
	c.ListenAndServe()
}
