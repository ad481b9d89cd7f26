// Package calls is about library calls, sleeps, and waits that come through calls.
package calls

import (
	"bytes"
	"context"
	"database/sql"
	"net"
	"net/http"
	"os/exec"
	"sync"
	"time"

	"calls/dep"
)

func sleeps(d time.Duration) {
	time.Sleep(15 * time.Second)       // want `time.Sleep of 15s: none proven limit 15s`
	time.Sleep(d)                      // want `time.Sleep: none proven$`
	time.Sleep(200 * time.Millisecond) // want `time.Sleep of 200ms: none proven trivial`
	<-time.After(3 * time.Second)      // want `receive from time.After\(3 \* time.Second\) of 3s: none proven limit 3s`
	for i := 0; i < 3; i++ {
		time.Sleep(time.Second) // want `time.Sleep of 1s: none proven loop`
	}
}

func timers() {
	t := time.NewTimer(2 * time.Second)
	<-t.C // want `receive from t.C of 2s: none proven`
	if !t.Stop() {
		<-t.C
	}
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for range tick.C { // want `range over tick.C of 1m: none proven`
		work()
	}
}

func work() {}

func timerSelect(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select { // want `select: param 0 of timerSelect`
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func doneOnly(ctx context.Context) {
	<-ctx.Done() // want `receive from ctx.Done\(\): param 0 of doneOnly$`
}

func sql1(db *sql.DB) {
	db.Query("SELECT 1") // want `\(\*sql.DB\).Query: none proven`
}

func sqlCtx(ctx context.Context, db *sql.DB) {
	rows, _ := db.QueryContext(ctx, "SELECT 1") // want `QueryContext: param 0 of sqlCtx`
	for rows.Next() {
		rows.Scan()
	}
	rows.Close()
	db.QueryContext(context.Background(), "SELECT 1") // want `QueryContext: root proven`
	db.QueryContext(context.TODO(), "SELECT 1")       // want `QueryContext: root proven`
	c, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	db.QueryContext(c, "SELECT 1") // want `QueryContext: bounded limit 2s`
	c2, cancel2 := context.WithTimeout(ctx, 3*time.Second)
	defer cancel2()
	db.QueryContext(c2, "SELECT 1") // want `QueryContext: param 0 of sqlCtx limit 3s`
}

type holder struct {
	ctx context.Context
	db  *sql.DB
}

func (h *holder) stored() {
	h.db.QueryContext(h.ctx, "SELECT 1") // want `QueryContext: recv`
}

func handler(w http.ResponseWriter, r *http.Request) {
	req, _ := http.NewRequestWithContext(r.Context(), "GET", "http://x", nil)
	http.DefaultClient.Do(req) // want `\(\*http.Client\).Do: value 1 of handler`
	http.DefaultClient.Do(r)   // want `\(\*http.Client\).Do: value 1 of handler`
	http.Get("http://x")       // want `http.Get: none proven`
	bare, _ := http.NewRequest("GET", "http://x", nil)
	http.DefaultClient.Do(bare) // want `\(\*http.Client\).Do: none proven.* missing`
	late, _ := http.NewRequest("GET", "http://x", nil)
	late = late.WithContext(r.Context())
	http.DefaultClient.Do(late) // want `\(\*http.Client\).Do: value 1 of handler`
}

type client struct {
	hc    *http.Client
	plain *http.Client
}

func newClient() *client {
	return &client{hc: &http.Client{Timeout: 8 * time.Second}, plain: &http.Client{}}
}

func (c *client) build(ctx context.Context, path string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("A", "b")
	return req, nil
}

func (c *client) sendFact(req *http.Request) error { // want `fact \(\*http.Client\).Do: value 0 limit 8s`
	_, err := c.hc.Do(req) // want `\(\*http.Client\).Do: value 0 of .*sendFact limit 8s`
	return err
}

func (c *client) left(ctx context.Context) error {
	req, err := c.build(ctx, "/left")
	if err != nil {
		return err
	}
	return c.sendFact(req) // want `\(\*http.Client\).Do: param 0 of .*left limit 8s via`
}

func (c *client) leftBare() error {
	req, err := http.NewRequest("GET", "/left", nil)
	if err != nil {
		return err
	}
	_, err = c.plain.Do(req) // want `\(\*http.Client\).Do: none proven.* missing`
	return err
}

func dials(ctx context.Context) {
	net.Dial("tcp", "x:1")                         // want `net.Dial: none proven`
	net.DialTimeout("tcp", "x:1", 5*time.Second)   // want `net.DialTimeout: none proven limit 5s`
	(&net.Dialer{}).DialContext(ctx, "tcp", "x:1") // want `DialContext: param 0 of dials`
	net.LookupHost("x")                            // want `net.LookupHost: none proven`
	net.DefaultResolver.LookupHost(ctx, "x")       // want `LookupHost: param 0 of dials`
}

func commands(ctx context.Context) {
	exec.Command("x").Run() // want `\(\*exec.Cmd\).Run: none proven.* missing`
	cmd := exec.Command("x")
	cmd.Stdout = &bytes.Buffer{}
	cmd.Output() // want `\(\*exec.Cmd\).Output: none proven.* missing`
	good := exec.CommandContext(ctx, "x")
	good.Run() // want `\(\*exec.Cmd\).Run: param 0 of commands`
}

// The command comes from elsewhere and is killed when the context ends.
func runCmd(ctx context.Context, cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	defer stop()
	return cmd.Wait() // want `\(\*exec.Cmd\).Wait: param 0 of runCmd linked`
}

func FactCmd(cmd *exec.Cmd) error { // want `fact \(\*exec.Cmd\).Run: value 0`
	return cmd.Run() // want `\(\*exec.Cmd\).Run: value 0 of FactCmd`
}

func cmdCaller(ctx context.Context) {
	FactCmd(exec.Command("x"))             // want `Run: none proven via FactCmd → \(\*exec.Cmd\).Run missing`
	FactCmd(exec.CommandContext(ctx, "x")) // want `Run: param 0 of cmdCaller via FactCmd`
}

func locks(mu *sync.Mutex) {
	mu.Lock()
	defer mu.Unlock()
}

// Through calls, here and in another package.
func FactThrough(s *dep.Store) { // want `fact \(\*sql.DB\).Query: none` `fact time.Sleep: none limit 15s`
	s.Load("1")  // want `\(\*sql.DB\).Query: none proven via \(\*Store\).Load → \(\*sql.DB\).Query`
	dep.Settle() // want `time.Sleep: none proven limit 15s via Settle → Pause → time.Sleep`
	dep.Blink()
}

func through2(ctx context.Context, s *dep.Store) {
	FactThrough(s)                       // want `Query: none proven via FactThrough → \(\*Store\).Load → \(\*sql.DB\).Query` `time.Sleep: none proven limit 15s via FactThrough`
	s.LoadCtx(ctx, "1")                  // want `QueryContext: param 0 of through2 via`
	s.LoadCtx(context.Background(), "1") // want `QueryContext: root proven via`
	dep.Limited(context.Background(), s) // want `QueryContext: bounded limit 5s via Limited`
	dep.Limited(ctx, s)                  // want `QueryContext: param 0 of through2 limit 5s via Limited`
}

func waitArg(d time.Duration) {
	time.Sleep(d) // want `time.Sleep: none proven$`
}

func FactWaitArg(n int, d time.Duration) { // want `fact time.Sleep: none limit by 1`
	waitArg(d) // want `time.Sleep: none proven via waitArg`
}

func useWaitArg() {
	FactWaitArg(1, 20*time.Second)      // want `time.Sleep: none proven limit 20s via FactWaitArg`
	FactWaitArg(1, 20*time.Millisecond) // want `time.Sleep: none proven trivial limit 20ms via FactWaitArg`
}

// Recursion ends.
func recurse(n int) {
	if n > 0 {
		recurse(n - 1)
	}
	time.Sleep(2 * time.Second) // want `time.Sleep of 2s: none proven`
}

// Literals: run now, later, in goroutines.
func literals(ctx context.Context, db *sql.DB) {
	func() {
		db.Query("a") // want `Query: none proven$`
	}()
	go func() {
		db.Query("b") // want `Query: none proven goroutine`
	}()
	defer func() {
		db.Query("c") // want `Query: none proven cleanup`
	}()
	run := func() {
		db.Query("d") // want `Query: none proven$`
	}
	run()
	var once sync.Once
	once.Do(func() {
		db.Query("e") // want `Query: none proven$`
	})
	keep = func() {
		db.Query("f") // kept for later
	}
	go query(db)    // want `Query: none proven goroutine via query`
	defer query(db) // want `Query: none proven cleanup via query`
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		db.Query("g") // want `Query: none proven$`
	}()
	wg.Wait() // want `\(\*sync.WaitGroup\).Wait: none proven because a worker waits for \(\*sql.DB\).Query`
}

var keep func()

func query(db *sql.DB) {
	db.Query("x") // want `Query: none proven$`
}

// After the end of the context it is clean-up.
func after(ctx context.Context, db *sql.DB) {
	select { // want `select: param 0 of after`
	case <-ctx.Done():
		db.Exec("x") // want `Exec: none proven cleanup`
	}
}

// A function value kept in a field.
type hooked struct{ load func(*sql.DB) }

func newHooked() *hooked { return &hooked{load: query} }

func (h *hooked) get(db *sql.DB) {
	h.load(db) // want `Query: none proven iface via query`
}

// Handed over as a value and run at once.
func handed(db *sql.DB, s *dep.Store) {
	var once sync.Once
	once.Do(settle) // want `time.Sleep of 9s: none proven limit 9s via settle`
	time.AfterFunc(time.Second, settle)
}

func settle() {
	time.Sleep(9 * time.Second) // want `time.Sleep of 9s: none proven`
}

// Functions of libraries in variables and fields.
var lookup = net.LookupHost

func throughVar(h string) {
	lookup(h) // want `net.LookupHost: none proven iface`
}

type resolver struct {
	resolve func(string) ([]string, error)
	load    func(*sql.DB)
	dial    func(ctx context.Context, network, addr string) (net.Conn, error)
}

func newResolver(load func(*sql.DB)) *resolver {
	return &resolver{resolve: net.LookupHost, load: load, dial: (&net.Dialer{}).DialContext}
}

func (r *resolver) run(ctx context.Context, db *sql.DB) {
	r.resolve("x") // want `net.LookupHost: none proven iface`
	r.load(db)     // want `Query: none proven iface via newResolvers.func`
	r.dial(ctx, "tcp", "x:1")
}

func newResolvers() []*resolver {
	return []*resolver{newResolver(func(db *sql.DB) {
		db.Query("x")
	})}
}
