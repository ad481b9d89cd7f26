// Package viewlimit has a server that limits how long an answer may take.
package viewlimit

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

type board struct {
	mu      sync.Mutex
	viewers map[http.ResponseWriter]bool
}

func (b *board) serve() *http.Server {
	return &http.Server{Addr: ":80", Handler: b, ReadHeaderTimeout: time.Second, WriteTimeout: time.Second}
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.viewers[w] = true
	for v := range b.viewers {
		fmt.Fprint(v, "one more")
	}
}
