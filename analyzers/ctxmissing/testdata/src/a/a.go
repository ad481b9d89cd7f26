// Package a calls what could take a context.
package a

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"time"
)

func load(db *sql.DB) {
	db.Query("SELECT 1") // want `\(\*sql.DB\).Query takes no context; use QueryContext with one of the caller's`
	db.QueryContext(context.Background(), "SELECT 1")
}

func builders() {
	http.NewRequest("GET", "http://h", nil) // want `http.NewRequest takes no context; use http.NewRequestWithContext with one of the caller's`
	exec.Command("git")                     // want `exec.Command takes no context; use exec.CommandContext with one of the caller's`
	net.Listen("tcp", ":1")                 // want `net.Listen takes no context`
}

func values(hc *http.Client) {
	get := hc.Get
	get("http://h") // want `\(\*http.Client\).Get takes no context`
	_ = http.Get
}

func used(ctx context.Context, db *sql.DB) {
	go db.Ping() // want `\(\*sql.DB\).Ping takes no context; use PingContext with the context`
}

// To be told of a signal is no wait.
func signals() chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	return c
}

// What ctxblock reports, and what has no other form.
func handler(w http.ResponseWriter, r *http.Request) {
	http.Get("http://h")
	time.Sleep(time.Minute)
}
