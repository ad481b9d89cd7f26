// Package ok looks domains up in a whois server.
package ok

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// Server is a whois server.
type Server struct {
	addr  string
	limit time.Duration
}

// NewServer returns the server at addr; each lookup may take limit.
func NewServer(addr string, limit time.Duration) *Server { return &Server{addr: addr, limit: limit} }

// Fields returns what the server knows of a domain.
func (s *Server) Fields(ctx context.Context, domain string) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	unlink := link(ctx, conn)
	defer unlink()

	if err := ask(conn, domain); err != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	fields, err := read(conn)
	if err != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	return fields, nil
}

// link makes all reads and writes fail as soon as ctx is done.
func link(ctx context.Context, conn net.Conn) (unlink func() bool) {
	return context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(0, 1)) })
}

func ask(w io.Writer, domain string) error {
	_, err := fmt.Fprintf(w, "%s\r\n", domain)
	return err
}

func read(r io.Reader) (map[string]string, error) {
	fields := make(map[string]string)
	lines := bufio.NewScanner(io.LimitReader(r, 1<<18))
	for lines.Scan() {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok {
			fields[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return fields, lines.Err()
}

// Handler writes the fields of the domain that the query names.
func Handler(s *Server) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		domain := r.URL.Query().Get("domain")
		if domain == "" || strings.ContainsAny(domain, " \r\n") {
			http.Error(w, "not a domain", http.StatusBadRequest)
			return
		}
		fields, err := s.Fields(r.Context(), domain)
		if err != nil {
			http.Error(w, "whois server does not answer", http.StatusBadGateway)
			return
		}
		for name, value := range fields {
			fmt.Fprintf(w, "%s=%s\n", name, value)
		}
	}
}
