// Package ok tells who owns a domain. The registries speak the whois protocol: one line is sent,
// a text comes back, and the registry hangs up.
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

const (
	askLimit  = 6 * time.Second
	maxAnswer = 64 << 10
)

// ErrNoRegistry is returned for top-level domains without a registry.
var ErrNoRegistry = errors.New("no registry for this domain")

// Whois knows the registries' addresses by top-level domain.
type Whois struct {
	registries map[string]string
	dialer     net.Dialer
}

// Owner asks the registry for a domain's registrant.
func (q *Whois) Owner(ctx context.Context, domain string) (string, error) {
	addr, ok := q.registries[domain[strings.LastIndexByte(domain, '.')+1:]]
	if !ok {
		return "", ErrNoRegistry
	}
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	conn, err := q.dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", fmt.Errorf("dial %s: %w", addr, err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()

	if err := ask(conn, domain); err != nil {
		return "", fmt.Errorf("ask %s: %w", addr, err)
	}
	owner, err := registrant(conn)
	if err != nil {
		return "", fmt.Errorf("answer of %s: %w", addr, err)
	}
	return owner, nil
}

func ask(conn net.Conn, domain string) error {
	_, err := io.WriteString(conn, domain+"\r\n")
	return err
}

func registrant(conn net.Conn) (string, error) {
	lines := bufio.NewScanner(io.LimitReader(conn, maxAnswer))
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), ":")
		if ok && strings.EqualFold(strings.TrimSpace(name), "registrant") {
			return strings.TrimSpace(value), nil
		}
	}
	if err := lines.Err(); err != nil {
		return "", err
	}
	return "", io.ErrUnexpectedEOF
}

// ServeHTTP answers with the owner of the domain in the path.
func (q *Whois) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	domain := strings.ToLower(r.PathValue("domain"))
	if strings.ContainsAny(domain, " \r\n\t") {
		http.Error(w, "bad domain", http.StatusBadRequest)
		return
	}
	owner, err := q.Owner(r.Context(), domain)
	switch {
	case errors.Is(err, ErrNoRegistry):
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, "registry does not answer", http.StatusBadGateway)
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, owner)
	}
}
