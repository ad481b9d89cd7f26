// Package ok keeps the ledger of a community garden in a bbolt file and shows it over HTTP. The
// handlers have a context and the store's calls take none. They do not wait for a network: bbolt
// reads and writes a local file in this process, and opening it is bounded by a timeout.
package ok

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"go.etcd.io/bbolt"
)

var hours = []byte("hours")

// Ledger counts the hours that gardeners have worked.
type Ledger struct {
	db  *bbolt.DB
	log *slog.Logger
}

// Open opens the file at path.
func Open(path string, log *slog.Logger) (*Ledger, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: 2 * time.Second})
	if err != nil {
		return nil, fmt.Errorf("open ledger: %w", err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(hours)
		return err
	})
	if err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("prepare ledger: %w", err)
	}
	return &Ledger{db: db, log: log}, nil
}

// Routes mounts the ledger.
func (l *Ledger) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/gardeners/{name}/hours", l.show)
	r.Post("/gardeners/{name}/hours", l.add)
	return r
}

func (l *Ledger) show(w http.ResponseWriter, r *http.Request) {
	var n uint64
	err := l.db.View(func(tx *bbolt.Tx) error {
		n = decode(tx.Bucket(hours).Get([]byte(chi.URLParam(r, "name"))))
		return nil
	})
	l.answer(w, r, n, err)
}

func (l *Ledger) add(w http.ResponseWriter, r *http.Request) {
	var n uint64
	err := l.db.Update(func(tx *bbolt.Tx) error {
		b, key := tx.Bucket(hours), []byte(chi.URLParam(r, "name"))
		n = decode(b.Get(key)) + 1
		return b.Put(key, binary.BigEndian.AppendUint64(nil, n))
	})
	l.answer(w, r, n, err)
}

func (l *Ledger) answer(w http.ResponseWriter, r *http.Request, n uint64, err error) {
	if err != nil {
		l.log.ErrorContext(r.Context(), "ledger", "err", err)
		http.Error(w, "ledger closed", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]uint64{"hours": n})
}

func decode(raw []byte) uint64 {
	if len(raw) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(raw)
}
