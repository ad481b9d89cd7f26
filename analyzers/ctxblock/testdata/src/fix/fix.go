// Package fix has calls with a form that takes the context.
package fix

import (
	"context"
	"crypto/tls"
	"database/sql"
	"net"
	"net/http"
	"os/exec"
	"time"
)

type API struct {
	db *sql.DB
	hc *http.Client
}

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rows, err := a.db.Query("SELECT 1 FROM t WHERE id = ?", r.PathValue("id")) // want `use QueryContext`
	if err != nil {
		return
	}
	defer rows.Close()
	a.db.Ping() // want `use PingContext`
}

// A blank request gets its name.
func (a *API) health(w http.ResponseWriter, _ *http.Request) {
	a.db.Ping() // want `though r.Context\(\) is at hand`
}

func (a *API) more(ctx context.Context, host string, args []any) error {
	if err := a.db.PingContext(ctx); err != nil {
		return err
	}
	tx, err := a.db.Begin() // want `use BeginTx`
	if err != nil {
		return err
	}
	if _, err := tx.Exec("DELETE FROM t WHERE a = ? AND b = ?", args...); err != nil { // want `use ExecContext`
		return err
	}
	conn, err := net.Dial("tcp", host) // want `net.Dial waits`
	if err != nil {
		return err
	}
	conn.Close()
	conn, err = net.DialTimeout("tcp", net.JoinHostPort(host, "80"), 5*time.Second) // want `net.DialTimeout waits up to 5s without a context`
	if err != nil {
		return err
	}
	conn.Close()
	if _, err := net.LookupHost(host); err != nil { // want `net.LookupHost waits`
		return err
	}
	d := &net.Dialer{}
	if _, err := d.Dial("tcp", host); err != nil { // want `Dial waits`
		return err
	}
	if _, err := tls.Dial("tcp", host, nil); err != nil { // want `tls.Dial waits`
		return err
	}
	out, err := exec.Command("git", "fetch").Output() // want `Output waits`
	_ = out
	if err != nil {
		return err
	}
	req, err := http.NewRequest(http.MethodGet, "http://"+host, nil) // want `Do waits`
	if err != nil {
		return err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
