// Package told calls functions that wait if they are told to.
package told

import (
	"net/http"

	"github.com/acme/loaders"

	"told/by"
	"told/changed"
	"told/flag"
	"told/page"
	"told/tell"
	"told/up"
	"told/with"
)

// What a constant keeps from being reached is no wait of the caller's.

func notTold(w http.ResponseWriter, r *http.Request) {
	tell.Tell("http://a.example", false)
	up.Up("http://a.example", false)
	by.By("none", "x")
	by.By("letter", "x")
	page.Page("http://a.example", 1)
	with.With(nil)
	quiet := false
	tell.Tell("http://a.example", quiet)
}

func told(w http.ResponseWriter, r *http.Request) {
	tell.Tell("http://a.example", true) // want `tell\.Tell waits without a context, so the end of r\.Context\(\) does not end it`
}

func toldBelow(w http.ResponseWriter, r *http.Request) {
	up.Up("http://a.example", true) // want `up\.Up waits without a context, so the end of r\.Context\(\) does not end it`
}

func byMail(w http.ResponseWriter, r *http.Request) {
	by.By("mail", "x") // want `by\.By waits without a context, so the end of r\.Context\(\) does not end it`
}

func secondPage(w http.ResponseWriter, r *http.Request) {
	page.Page("http://a.example", 2) // want `page\.Page waits without a context, so the end of r\.Context\(\) does not end it`
}

func withOptions(w http.ResponseWriter, r *http.Request) {
	with.With(&with.Options{}) // want `with\.With waits without a context, so the end of r\.Context\(\) does not end it`
}

func unknown(w http.ResponseWriter, r *http.Request, remote bool) {
	flag.Tell("http://a.example", remote) // want `flag\.Tell waits without a context, so the end of r\.Context\(\) does not end it`
}

func ownMind(w http.ResponseWriter, r *http.Request) {
	changed.Changed("http://a.example", false) // want `changed\.Changed waits without a context, so the end of r\.Context\(\) does not end it`
}

// Handlers give constants to the functions on the way as well.

type accounts struct{ hc *http.Client }

func (a *accounts) register(name, way string) error {
	if name == "" {
		return nil
	}
	return a.dispatch(way)
}

func (a *accounts) dispatch(way string) error {
	if way == "*" || way == "admin" {
		return nil
	} else if way == "mail" {
		return a.send()
	}
	return nil
}

func (a *accounts) send() error {
	_, err := http.Get("http://mail.example")
	return err
}

func (a *accounts) byAdmin(w http.ResponseWriter, r *http.Request) {
	a.register(r.FormValue("name"), "admin")
}

type shop struct{ hc *http.Client }

func (s *shop) register(name, way string) error {
	if way == "mail" {
		return s.send()
	}
	return nil
}

func (s *shop) send() error {
	_, err := http.Get("http://mail.example") // want `http\.Get waits without a context, so the end of r\.Context\(\) does not end it: \(\*shop\)\.byMail`
	return err
}

func (s *shop) byAdmin(w http.ResponseWriter, r *http.Request) {
	s.register(r.FormValue("name"), "admin")
}

func (s *shop) byMail(w http.ResponseWriter, r *http.Request) {
	s.register(r.FormValue("name"), "mail")
}

func routes(a *accounts, s *shop) {
	http.HandleFunc("/a", a.byAdmin)
	http.HandleFunc("/b", s.byAdmin)
	http.HandleFunc("/c", s.byMail)
}

// Which loader it is, is settled between the program and the library.

func schemas(r *http.Request, text []byte) error {
	return loaders.Add(loaders.FromBytes(text))
}

func onlyRemote(r *http.Request) error {
	return loaders.Run(loaders.NewJob()) // want `loaders\.Run waits without a context, so the end of r\.Context\(\) does not end it`
}
