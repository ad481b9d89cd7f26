// Package ok keeps the log book of a ship in a file. An entry is written and synced under the lock: entries
// must not mix, and a local disk answers. The lock that is held over I/O here is held on purpose, and
// over nothing that another machine can hold up.
package ok

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// Entry is one line of the book.
type Entry struct {
	At   time.Time `json:"at"`
	Who  string    `json:"who"`
	Text string    `json:"text"`
}

// Book is open for writing.
type Book struct {
	path string

	mu   sync.Mutex
	file *os.File
	n    int
}

// Open opens the book at path and counts its entries.
func Open(path string) (*Book, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open book: %w", err)
	}
	b := &Book{path: path, file: file}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		b.n++
	}
	if err := lines.Err(); err != nil {
		return nil, errors.Join(fmt.Errorf("read book: %w", err), file.Close())
	}
	return b, nil
}

// Write adds an entry and returns its number.
func (b *Book) Write(e Entry) (int, error) {
	line, err := json.Marshal(e)
	if err != nil {
		return 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := b.file.Write(append(line, '\n')); err != nil {
		return 0, fmt.Errorf("write entry: %w", err)
	}
	if err := b.file.Sync(); err != nil {
		return 0, fmt.Errorf("sync book: %w", err)
	}
	b.n++
	return b.n, nil
}

// ServeHTTP shows the book or, on a POST, adds an entry.
func (b *Book) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		file, err := os.Open(b.path)
		if err != nil {
			http.Error(w, "book is gone", http.StatusInternalServerError)
			return
		}
		defer file.Close()
		w.Header().Set("Content-Type", "application/jsonl")
		_, _ = io.Copy(w, file)
		return
	}
	e := Entry{At: time.Now(), Who: r.FormValue("who"), Text: r.FormValue("text")}
	n, err := b.Write(e)
	if err != nil {
		http.Error(w, "not written", http.StatusInternalServerError)
		return
	}
	fmt.Fprintln(w, n)
}

// Close closes the book.
func (b *Book) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.file.Close()
}
