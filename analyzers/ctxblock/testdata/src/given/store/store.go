// Package store implements what others declare.
package store

import (
	"net/http"
	"time"
)

type Web struct{ URL string }

func (w *Web) Read(id string) error {
	resp, err := http.Get(w.URL + id)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type Mem struct{ m map[string]time.Time }

func (m *Mem) Read(id string) error { return nil }
