// Command batch does its work once, under a context that never ends.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type checker struct{ db *sql.DB }

func (c *checker) all(ctx context.Context) error { return c.one(ctx) }

// Whoever calls it gives it what never ends.
func (c *checker) one(ctx context.Context) error {
	for {
		if err := c.db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
}

// One of its callers has a context that ends.
func (c *checker) other(ctx context.Context) error {
	for {
		if err := c.db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Minute) // want `time.Sleep of 1m does not end when ctx does`
	}
}

type session struct {
	ctx context.Context
	end func()
}

// The pause is what whoever closes it asks for.
func (s *session) GracefulClose(d time.Duration) {
	time.Sleep(d)
	s.end()
}

func main() {
	c := &checker{}
	c.all(context.TODO())
	c.other(context.Background())
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{ctx: ctx, end: cancel}
	go s.GracefulClose(time.Minute)
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { c.other(r.Context()) })
	<-ctx.Done()
}
