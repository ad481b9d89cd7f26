// Package a calls what could take a context.
package a

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"os/exec"
	"time"
)

func load(db *sql.DB) {
	db.Query("SELECT 1") // want `\(\*sql.DB\).Query takes no context; use QueryContext with the context`
	db.QueryContext(context.Background(), "SELECT 1")
}

func builders() {
	http.NewRequest("GET", "http://h", nil) // want `http.NewRequest takes no context; use http.NewRequestWithContext with the context`
	exec.Command("git")                     // want `exec.Command takes no context; use exec.CommandContext with the context`
	net.Listen("tcp", ":1")                 // want `net.Listen takes no context`
}

func values(hc *http.Client) {
	get := hc.Get
	get("http://h") // want `\(\*http.Client\).Get takes no context`
	_ = http.Get
}

// What ctxblock reports, and what has no other form.
func handler(w http.ResponseWriter, r *http.Request) {
	http.Get("http://h")
	time.Sleep(time.Minute)
}
