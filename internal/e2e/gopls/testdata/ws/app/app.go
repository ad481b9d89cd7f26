// Package app shows what gopls knows of other packages.
package app

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"time"

	"example.com/dep"
	"example.com/ws/lib"
)

type app struct{ db *sql.DB }

// greet waits in a package of its own module.
func (a *app) greet(w http.ResponseWriter, r *http.Request) {
	name, err := lib.Name(a.db, r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	io.WriteString(w, "hello "+name)
}

// relay waits in another module.
func (a *app) relay(w http.ResponseWriter, r *http.Request) {
	text, err := dep.Ask(r.PathValue("addr"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	io.WriteString(w, text)
}

// proxy waits in the standard library.
func (a *app) proxy(w http.ResponseWriter, r *http.Request) {
	resp, err := http.Get("https://example.com/" + r.PathValue("page"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	io.Copy(w, resp.Body)
}

// turn waits without an ear for its context.
func turn(ctx context.Context, next func(context.Context) error) error {
	for {
		if err := next(ctx); err != nil {
			return err
		}
		time.Sleep(10 * time.Second)
	}
}

// quiet does the same, and says why.
func quiet(ctx context.Context, next func(context.Context) error) error {
	for {
		if err := next(ctx); err != nil {
			return err
		}
		//faultlint:ignore ctxwait the machine is turned off, not stopped
		time.Sleep(10 * time.Second)
	}
}

func routes(a *app) {
	http.HandleFunc("/greet/{id}", a.greet)
	http.HandleFunc("/relay/{addr}", a.relay)
	http.HandleFunc("/proxy/{page}", a.proxy)
}
