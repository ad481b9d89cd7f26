// Package loaders stands in for a library with several implementations.
package loaders

import (
	"io"
	"net/http"
)

// A Loader loads a document.
type Loader interface{ Load() ([]byte, error) }

type fromBytes struct{ text []byte }

func (f fromBytes) Load() ([]byte, error) { return f.text, nil }

type fromURL struct{ url string }

func (f fromURL) Load() ([]byte, error) {
	res, err := http.Get(f.url)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}

// FromBytes is in memory.
func FromBytes(text []byte) Loader { return fromBytes{text} }

// FromURL is not.
func FromURL(url string) Loader { return fromURL{url} }

// Add loads each.
func Add(ls ...Loader) error {
	for _, l := range ls {
		if _, err := l.Load(); err != nil {
			return err
		}
	}
	return nil
}

// A Job has one implementation, which waits.
type Job interface{ Run() error }

type job struct{}

func (job) Run() error {
	_, err := http.Get("http://jobs.example")
	return err
}

// NewJob makes one.
func NewJob() Job { return job{} }

// Run runs it.
func Run(j Job) error { return j.Run() }
