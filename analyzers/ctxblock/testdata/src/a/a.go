// Package a has blocking calls with a context at hand.
package a

import (
	"a/store"
	"context"
	"crypto/tls"
	"database/sql"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/smtp"
	"os/exec"
	"time"

	"github.com/acme/cache"
)

type API struct {
	db    *sql.DB
	hc    *http.Client
	store *store.Store
}

// direct, in a handler.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.db.Ping() // want `\(\*sql.DB\).Ping waits without a context, though r.Context\(\) is at hand; use PingContext with the context`
}

// direct, next to calls that do obey.
func (a *API) next(ctx context.Context, id string) error {
	if err := a.db.PingContext(ctx); err != nil {
		return err
	}
	resp, err := http.Get("http://h/" + id) // want `http.Get waits without a context, though ctx is at hand; build the request with http.NewRequestWithContext`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	req, err := http.NewRequest("GET", "http://h/"+id, nil) // want `\(\*http.Client\).Do waits without a context, though ctx is at hand; make the request with http.NewRequestWithContext`
	if err != nil {
		return err
	}
	_, err = a.hc.Do(req)
	return err
}

func (a *API) repaired(ctx context.Context, id string) error {
	req, err := http.NewRequest("GET", "http://h/"+id, nil)
	if err != nil {
		return err
	}
	_, err = a.hc.Do(req.WithContext(ctx))
	return err
}

func (a *API) process(ctx context.Context) ([]byte, error) {
	a.next(ctx, "x")
	cmd := exec.Command("git", "fetch") // want `\(\*exec.Cmd\).Output waits without a context, though ctx is at hand; make the command with exec.CommandContext`
	return cmd.Output()
}

// helpers: the fault is theirs, and it is reported there, once.
func (a *API) get(w http.ResponseWriter, r *http.Request)  { a.load("a") }
func (a *API) get2(w http.ResponseWriter, r *http.Request) { a.load("b") }

func (a *API) load(id string) error { return a.fetch(id) }

func (a *API) fetch(id string) error {
	_, err := a.db.Exec("SELECT 1", id) // want `\(\*sql.DB\).Exec waits without a context, so the end of r.Context\(\) does not end it: \(\*API\).get → \(\*API\).load → \(\*API\).fetch → \(\*sql.DB\).Exec; give \(\*API\).fetch a context and use ExecContext with the context`
	return err
}

// a helper that makes up a context.
func (a *API) madeUp(w http.ResponseWriter, r *http.Request) { a.touch("x") }

func (a *API) touch(id string) {
	a.db.ExecContext(context.TODO(), "UPDATE t", id) // want `waits under a context that .* makes itself, so the end of r.Context\(\) does not end it: .*touch`
}

// a helper that makes one up and puts a limit on it.
func (a *API) limited(w http.ResponseWriter, r *http.Request) { a.touchSoon("x") }

func (a *API) touchSoon(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	a.db.ExecContext(ctx, "UPDATE t", id)
}

// closures, method values, function values.
func (a *API) closures(ctx context.Context, ids []string) error {
	a.next(ctx, "x")
	each(ids, func(id string) {
		net.LookupHost(id) // want `net.LookupHost waits without a context, though ctx is at hand; use net.DefaultResolver.LookupHost with the context`
	})
	each(ids, a.resolve)
	f := func() { a.db.Begin() } // want `\(\*sql.DB\).Begin waits without a context, though ctx is at hand`
	f()
	return nil
}

func (a *API) resolve(id string) {
	net.LookupMX(id) // want `net.LookupMX waits without a context, so the end of ctx does not end it: \(\*API\).closures → \(\*API\).resolve → net.LookupMX`
}

func each(ids []string, f func(string)) {
	for _, id := range ids {
		f(id)
	}
}

// generics.
func (a *API) generic(w http.ResponseWriter, r *http.Request) { first(a.db, 1) }

func first[T any](db *sql.DB, arg T) {
	db.QueryRow("SELECT ?", arg) // want `\(\*sql.DB\).QueryRow waits without a context, so the end of r.Context\(\) does not end it`
}

// an interface with its implementations in sight.
type loader interface{ one(id string) error }

type dbLoader struct{ db *sql.DB }

func (l *dbLoader) one(id string) error {
	_, err := l.db.Query("SELECT 1") // want `so the end of r.Context\(\) does not end it: \(\*page\).ServeHTTP → \(\*dbLoader\).one → \(\*sql.DB\).Query`
	return err
}

type memLoader map[string]string

func (m memLoader) one(id string) error { return nil }

type page struct{ from loader }

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.from.one("x") }

// other packages: at the last call in this one, once for each cause.
func (a *API) other(ctx context.Context) {
	a.next(ctx, "x")
	a.store.Load("a")      // want `\(\*Store\).Load waits without a context, so the end of ctx does not end it: \(\*API\).other → \(\*Store\).Load → \(\*Store\).query → \(\*sql.DB\).Query \(store.go:\d+\), as in another call of this package; give \(\*Store\).Load a context and use it at store.go:\d+`
	a.store.Ask("a")       // want `\(\*Store\).Ask waits under a context that is made on the way, so the end of ctx does not end it`
	a.store.Find(ctx, "a") // obeys
	a.store.Both(ctx, "a") // reported there
	a.store.Quick("a")     // declared
}

func (a *API) other2(ctx context.Context) {
	a.next(ctx, "x")
	a.store.Load("b")
}

// a connection that the context ends, and one that nothing does.
func linked(ctx context.Context, addr string) ([]byte, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	return io.ReadAll(conn)
}

func notLinked(ctx context.Context, addr string) ([]byte, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return io.ReadAll(conn) // want `io.ReadAll waits without a context, though ctx is at hand`
}

// One connection without a deadline is one cause.
func mail(ctx context.Context, addr string) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	c, err := smtp.NewClient(conn, "h") // want `smtp.NewClient waits without a context, though ctx is at hand; set a deadline on the connection`
	if err != nil {
		return err
	}
	if err := c.Mail("a"); err != nil {
		return err
	}
	return c.Rcpt("b")
}

// Functions kept in fields.
type memo struct {
	load    func(string) error
	resolve func(string) ([]string, error)
}

func newMemo(load func(string) error) *memo { return &memo{load: load, resolve: net.LookupHost} }

func (m *memo) get(ctx context.Context, key string) error {
	linked(ctx, key)
	m.resolve(key) // want `net.LookupHost waits without a context, though ctx is at hand`
	return m.load(key)
}

func newPrices(hc *http.Client) *memo {
	return newMemo(func(key string) error {
		_, err := hc.Get("http://h/" + key) // want `\(\*http.Client\).Get waits without a context, so the end of ctx does not end it: \(\*memo\).get → newPrices.func → \(\*http.Client\).Get`
		return err
	})
}

// A pipe ends with its command, a handshake with its deadline.
func run(ctx context.Context) {
	read(exec.CommandContext(ctx, "x"))
	linked(ctx, "x")
}

func read(cmd *exec.Cmd) {
	out, _ := cmd.StdoutPipe()
	cmd.Start()
	io.ReadAll(out)
}

func shake(ctx context.Context, addr string) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	t := tls.Client(conn, nil)
	t.SetDeadline(time.Now().Add(time.Second))
	return t.Handshake()
}

// A handshake in the loop that accepts.
func accept(ctx context.Context, ln net.Listener, serve func(net.Conn)) error {
	stop := context.AfterFunc(ctx, func() { ln.Close() })
	defer stop()
	for {
		raw, err := ln.Accept()
		if err != nil {
			return err
		}
		conn, err := greet(raw)
		if err != nil {
			raw.Close()
			continue
		}
		go serve(conn)
	}
}

func greet(raw net.Conn) (net.Conn, error) {
	conn := tls.Server(raw, nil)
	if err := conn.Handshake(); err != nil { // want `\(\*tls.Conn\).Handshake waits without a context, so the end of ctx does not end it: accept → greet → \(\*tls.Conn\).Handshake`
		return nil, err
	}
	return conn, nil
}

// Objects are made once, before anything is served; a constructor may all the
// same use the context that it is given.
func serve(ctx context.Context, db *sql.DB) error {
	a := newAPI(db)
	a.next(ctx, "x")
	return nil
}

func newAPI(db *sql.DB) *API {
	a := &API{db: db}
	db.Ping()
	a.warm()
	return a
}

func (a *API) warm() { a.db.Exec("SELECT warm") }

func NewAPI(ctx context.Context, db *sql.DB) (*API, error) {
	a := &API{db: db}
	if err := a.next(ctx, "x"); err != nil {
		return nil, err
	}
	return a, db.Ping() // want `\(\*sql.DB\).Ping waits without a context, though ctx is at hand`
}

func (a *API) lazily(w http.ResponseWriter, r *http.Request) { newLazy(a.db) }

func newLazy(db *sql.DB) {
	db.Ping() // want `so the end of r.Context\(\) does not end it: \(\*API\).lazily → newLazy`
}

// A method that makes an object for each call does so at work; one that
// prepares the object it belongs to, and what only constructors call, do not.
func (a *API) Lend(ctx context.Context, id string) error {
	s := newSlip(a.db) // the call is the way, the fault is in newSlip
	return a.next(ctx, s.id)
}

type slip struct{ id string }

func newSlip(db *sql.DB) *slip {
	db.Ping() // want `so the end of ctx does not end it: \(\*API\).Lend → newSlip`
	return &slip{}
}

func (a *API) Start(ctx context.Context) error {
	newBook(a.db)
	return a.next(ctx, "x")
}

func newBook(db *sql.DB) { db.Ping() }

// What a constructor hands over to be called later is work.
type hooks struct{ check func(ctx context.Context) error }

func newHooks(db *sql.DB) *hooks {
	return &hooks{check: func(ctx context.Context) error {
		touch(db)
		return db.PingContext(ctx)
	}}
}

func touch(db *sql.DB) {
	db.Exec("UPDATE touched SET at = now()") // want `so the end of ctx does not end it: newHooks.func → touch`
}

func NewShop(ctx context.Context, db *sql.DB) (*API, error) {
	a := &API{db: db}
	return a, fill(ctx, a)
}

func fill(ctx context.Context, a *API) error {
	warmUp(a.db)
	return a.next(ctx, "x")
}

func warmUp(db *sql.DB) { db.Ping() }

// An address of one's own is resolved while things are set up, a client's in a handler.
func listenOn(ctx context.Context, addr string) {
	linked(ctx, addr)
	net.ResolveTCPAddr("tcp", addr)
}

func where(w http.ResponseWriter, r *http.Request) {
	net.ResolveTCPAddr("tcp", r.FormValue("host")) // want `net.ResolveTCPAddr waits without a context, though r.Context\(\) is at hand`
}

// A host's name is looked up by a helper that has no context.
func probe(ctx context.Context, host string) (*net.IPAddr, error) {
	linked(ctx, host)
	net.ResolveIPAddr("ip4", "127.0.0.1")
	return lookedUp(host)
}

func lookedUp(host string) (*net.IPAddr, error) {
	return net.ResolveIPAddr("ip4", host) // want `net.ResolveIPAddr waits without a context, so the end of ctx does not end it: probe → lookedUp → net.ResolveIPAddr; give lookedUp a context and use net.DefaultResolver.LookupIPAddr with the context`
}

// What another module is given is an address for the most part.
func listened(ctx context.Context, ip netip.Addr) error {
	linked(ctx, ip.String())
	return cache.Listen(ip.String())
}

func listens(w http.ResponseWriter, r *http.Request) {
	net.ResolveTCPAddr("tcp", ":8080")
	net.ResolveUDPAddr("udp", "[::1]:53")
}

// The copy that has the context is thrown away.
func thrown(ctx context.Context, hc *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil) // want `\(\*http.Client\).Do waits without a context, though ctx is at hand; keep what req.WithContext\(ctx\) returns, a copy that has the context`
	if err != nil {
		return err
	}
	req.WithContext(ctx)
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func kept(ctx context.Context, hc *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req = req.WithContext(ctx)
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Somebody else's module: what has a limit of its own is left alone.
func elsewhere(ctx context.Context, c *cache.Client) {
	linked(ctx, "x")
	c.Get("a")
	c.Fetch("a") // want `\(\*Client\).Fetch waits without a context, so the end of ctx does not end it: elsewhere → \(\*Client\).Fetch → http.Get`
}

// What is not reported.

func noContext(db *sql.DB) { db.Ping() }

func bounded(ctx context.Context, addr string) {
	net.DialTimeout("tcp", addr, 300*time.Millisecond)
	linked(ctx, addr)
}

func background(w http.ResponseWriter, r *http.Request) {
	go func() { http.Get("http://h/audit") }()
	go audit()
}

func audit() { http.Get("http://h/audit") }

func cleanUp(ctx context.Context, db *sql.DB) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return
	}
	defer tx.Rollback()
	defer db.Exec("UNLOCK")
	tx.Commit()
}

func after(ctx context.Context, db *sql.DB) {
	<-ctx.Done()
	db.Exec("UPDATE workers SET gone = 1")
}

func detached(ctx context.Context, db *sql.DB) {
	linked(ctx, "x")
	db.PingContext(context.Background()) // ctxdetach's
}

func handedOn(ctx context.Context, do func(func()), db *sql.DB) {
	linked(ctx, "x")
	do(func() { db.Ping() }) // who knows when
}

func main(ctx context.Context) { log.Print(ctx) }
