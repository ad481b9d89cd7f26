// Package many has handlers over stores that take no context anywhere.
package many

import (
	"database/sql"
	"net/http"

	"many/shelf"
)

type api struct {
	shelf *shelf.Shelf
	desk  *desk
	bell  *bell
}

func (a *api) show(w http.ResponseWriter, r *http.Request) {
	_, _ = a.shelf.Title(1) // want `\(\*Shelf\).Title, \(\*Shelf\).Author and 2 more functions of package shelf wait without a context, so the end of r.Context\(\) does not end them: \(\*api\).show → \(\*Shelf\).Title → \(\*sql.DB\).QueryRow \(shelf.go:14\); give them a context and pass it on`
	_, _ = a.shelf.Author(1)
}

func (a *api) lend(w http.ResponseWriter, r *http.Request) {
	_ = a.shelf.Lend(1, r.FormValue("to"))
	_, _ = a.shelf.Title(1)
}

func (a *api) back(w http.ResponseWriter, r *http.Request) {
	_ = a.shelf.Return(1)
}

// A type of the package itself.
type desk struct{ db *sql.DB }

func (d *desk) open() error {
	_, err := d.db.Exec("UPDATE desk SET open = 1") // want `\(\*desk\).open, \(\*desk\).shut and 2 more functions of type desk wait without a context, so the end of r.Context\(\) does not end them`
	return err
}

func (d *desk) shut() error {
	_, err := d.db.Exec("UPDATE desk SET open = 0")
	return err
}

func (d *desk) queue() (n int, err error) {
	return n, d.db.QueryRow("SELECT count(*) FROM waiting").Scan(&n)
}

func (d *desk) next() (*sql.Rows, error) { return d.db.Query("SELECT id FROM waiting LIMIT 1") }

func (a *api) work(w http.ResponseWriter, r *http.Request) {
	_, _, _ = a.desk.open(), a.desk.shut(), a.bell.ring()
	_, _ = a.desk.queue()
	_, _ = a.desk.next()
	_, _, _ = a.bell.mute(), a.bell.test(), 0
}

// Two are told each by itself.
type bell struct{ db *sql.DB }

func (b *bell) ring() error {
	_, err := b.db.Exec("INSERT INTO rings DEFAULT VALUES") // want `\(\*sql.DB\).Exec waits without a context`
	return err
}

func (b *bell) mute() error {
	_, err := b.db.Exec("UPDATE bell SET mute = 1") // want `\(\*sql.DB\).Exec waits without a context`
	return err
}

// What asks another server is another cause.
func (b *bell) test() error {
	_, err := http.Get("http://bell.example/") // want `http.Get waits without a context`
	return err
}

// A helper without a context is one cause, whatever it asks the database.
func move(db *sql.DB, from, to string) error {
	tx, err := db.Begin() // want `\(\*sql.DB\).Begin waits without a context, so the end of r.Context\(\) does not end it: \(\*api\).move → move → \(\*sql.DB\).Begin; give move a context and use BeginTx\(ctx, nil\), and likewise at many.go:\d+ and 1 more`
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("UPDATE books SET at = ? WHERE at = ?", to, from); err != nil {
		return err
	}
	_, err = tx.Exec("DELETE FROM places WHERE id = ?", from)
	if err != nil {
		return err
	}
	_, err = http.Get("http://bell.example/" + from) // want `http.Get waits without a context`
	return err
}

func (a *api) move(w http.ResponseWriter, r *http.Request) {
	_ = move(a.desk.db, r.FormValue("from"), r.FormValue("to"))
	go a.tell(r, "moved")
	_ = a.say(r, "moved")
}

// Only started in a goroutine: the request may be over by then.
func (a *api) tell(r *http.Request, what string) { a.say2(r.UserAgent() + what) }

func (a *api) say2(what string) { _, _ = http.Get("http://bell.example/say?what=" + what) }

func (a *api) say(r *http.Request, what string) error {
	_, err := http.Get("http://bell.example/say?what=" + what) // want `http.Get waits without a context, though r.Context\(\) is at hand`
	return err
}

// What the package shares is made once.
var (
	ready bool
	feed  *sql.DB
)

func shared() *sql.DB {
	if !ready {
		feed, ready = openFeed(), true
	}
	return feed
}

func openFeed() *sql.DB {
	db, _ := sql.Open("books", "")
	db.Ping()
	return db
}

// An object's own connection is made whenever it is lost.
type line struct{ db *sql.DB }

func (l *line) get() *sql.DB {
	if l.db == nil {
		l.db, _ = sql.Open("books", "")
		l.db.Ping() // want `\(\*sql.DB\).Ping waits without a context`
	}
	return l.db
}

func (a *api) feed(w http.ResponseWriter, r *http.Request) {
	_ = shared()
	_ = new(line).get()
}
