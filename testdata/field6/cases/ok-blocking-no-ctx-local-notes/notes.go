// Package ok shows notes that are kept in a bolt file next to the program, inside a page
// template from the same disk.
package ok

import (
	"bufio"
	"bytes"
	"html/template"
	"log/slog"
	"net/http"
	"os"
	"strings"

	"go.etcd.io/bbolt"
)

var bucket = []byte("notes")

// Pages is an HTTP handler.
type Pages struct {
	db       *bbolt.DB
	template string
	log      *slog.Logger
}

// NewPages returns pages of the notes in db; the template is read anew for each page.
func NewPages(db *bbolt.DB, templateFile string, log *slog.Logger) *Pages {
	return &Pages{db: db, template: templateFile, log: log}
}

// ServeHTTP shows one note.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, err := os.ReadFile(p.template)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	page, err := template.New("page").Parse(string(text))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	var note string
	err = p.db.View(func(tx *bbolt.Tx) error {
		if b := tx.Bucket(bucket); b != nil {
			note = string(b.Get([]byte(r.PathValue("note"))))
		}
		return nil
	})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if note == "" {
		http.NotFound(w, r)
		return
	}
	var out bytes.Buffer
	if err := page.Execute(&out, paragraphs(note)); err != nil {
		p.fail(w, r, err)
		return
	}
	_, _ = out.WriteTo(w)
}

func paragraphs(note string) (all []string) {
	var current strings.Builder
	lines := bufio.NewScanner(strings.NewReader(note))
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" && current.Len() > 0 {
			all = append(all, current.String())
			current.Reset()
			continue
		}
		current.WriteString(lines.Text() + " ")
	}
	return append(all, current.String())
}

func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	p.log.ErrorContext(r.Context(), "note", "err", err)
	http.Error(w, "note not available", http.StatusInternalServerError)
}
