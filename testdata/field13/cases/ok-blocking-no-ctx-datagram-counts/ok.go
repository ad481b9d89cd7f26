// Package ok counts what the visitors of a zoo look at and sends each look to a counter as a
// datagram. The handler writes to a connection without context or deadline, and the
// connection is made with net.DialUDP, which takes none either. That is right: the address
// is numeric, so nothing is looked up, "dialling" UDP only binds a socket, and a datagram is
// handed to the kernel or dropped.
package ok

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"
)

// Counter sends looks to one address.
type Counter struct {
	conn *net.UDPConn
	lost atomic.Int64
}

// NewCounter takes the counter's address, for instance 10.0.4.7:8125.
func NewCounter(addr string) (*Counter, error) {
	to, err := netip.ParseAddrPort(addr)
	if err != nil {
		return nil, fmt.Errorf("counter: %w", err)
	}
	conn, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(to))
	if err != nil {
		return nil, fmt.Errorf("counter: %w", err)
	}
	return &Counter{conn: conn}, nil
}

// Look counts one look.
func (c *Counter) Look(cage string) {
	if _, err := fmt.Fprintf(c.conn, "looks.%s:1|c", strings.ReplaceAll(cage, ":", "_")); err != nil {
		c.lost.Add(1)
	}
}

// Close gives the socket back.
func (c *Counter) Close() error { return c.conn.Close() }

// Zoo serves the pages of the cages.
type Zoo struct {
	pages   map[string][]byte
	counter *Counter
	log     *slog.Logger
}

// Server returns the zoo's server.
func (z *Zoo) Server(addr string) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /cages/{cage}", z.cage)
	return &http.Server{
		Addr:         addr,
		Handler:      mux,
		ReadTimeout:  5 * time.Second,
		WriteTimeout: 10 * time.Second,
		IdleTimeout:  time.Minute,
	}
}

func (z *Zoo) cage(w http.ResponseWriter, r *http.Request) {
	page, ok := z.pages[r.PathValue("cage")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	z.counter.Look(r.PathValue("cage"))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if _, err := w.Write(page); err != nil {
		z.log.Debug("page not sent", "err", err)
	}
}
