// Package ok keeps a cache of parsed templates in memory.
// It is right although Insert, Begin and Commit are called in a loop until they succeed: these are methods of
// a map behind a lock, nothing leaves the process, and a lost race means that another has made progress.
package ok

import (
	"errors"
	"maps"
	"sync"
	"sync/atomic"
	"text/template"
)

var errConflict = errors.New("table has changed")

// Table is a versioned map; readers never wait.
type Table struct {
	cur atomic.Pointer[version]
	mu  sync.Mutex
}

type version struct {
	n    uint64
	rows map[string]*template.Template
}

// Tx is a change that is being prepared.
type Tx struct {
	t    *Table
	from *version
	rows map[string]*template.Template
}

// NewTable returns an empty table.
func NewTable() *Table {
	t := &Table{}
	t.cur.Store(&version{rows: map[string]*template.Template{}})
	return t
}

// Begin starts a change from what is there now.
func (t *Table) Begin() *Tx {
	v := t.cur.Load()
	return &Tx{t: t, from: v, rows: maps.Clone(v.rows)}
}

// Insert adds a row to the change.
func (x *Tx) Insert(name string, tpl *template.Template) { x.rows[name] = tpl }

// Commit makes the change visible unless another came first.
func (x *Tx) Commit() error {
	x.t.mu.Lock()
	defer x.t.mu.Unlock()
	if x.t.cur.Load() != x.from {
		return errConflict
	}
	x.t.cur.Store(&version{n: x.from.n + 1, rows: x.rows})
	return nil
}

// Get returns a template, which it parses and keeps if it is not there.
func (t *Table) Get(name, text string) (*template.Template, error) {
	if tpl, ok := t.cur.Load().rows[name]; ok {
		return tpl, nil
	}
	tpl, err := template.New(name).Parse(text)
	if err != nil {
		return nil, err
	}
	for {
		tx := t.Begin()
		if old, ok := tx.rows[name]; ok {
			return old, nil
		}
		tx.Insert(name, tpl)
		err := tx.Commit()
		if err == nil {
			return tpl, nil
		}
		if !errors.Is(err, errConflict) {
			return nil, err
		}
	}
}
