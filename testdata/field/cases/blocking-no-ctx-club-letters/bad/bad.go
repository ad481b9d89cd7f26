// Package bad mails letters of a club while the sender waits for the page. The dial is bounded by the
// request's context. Nothing after it is: a mail server that accepts the connection and keeps its
// greeting to itself holds the request for good.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/smtp"
	"strings"
	"time"
)

// Letter is one letter.
type Letter struct{ To, Subject, Text string }

// Office mails letters through a server.
type Office struct {
	addr   string
	from   string
	dialer net.Dialer
	limit  time.Duration
	log    *slog.Logger
}

// NewOffice returns an office.
func NewOffice(addr, from string, log *slog.Logger) *Office {
	return &Office{addr: addr, from: from, dialer: net.Dialer{Timeout: 10 * time.Second}, limit: 30 * time.Second, log: log}
}

// Mail mails one letter.
func (o *Office) Mail(ctx context.Context, l Letter) error { // OR blocking-no-ctx
	conn, err := o.dialer.DialContext(ctx, "tcp", o.addr)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	host, _, _ := net.SplitHostPort(o.addr)
	c, err := smtp.NewClient(conn, host) // EXPECT blocking-no-ctx // OR ignored-done
	if err != nil {
		return fmt.Errorf("greeting: %w", err)
	}
	defer c.Close()
	if err := c.Mail(o.from); err != nil { // OR blocking-no-ctx
		return fmt.Errorf("from: %w", err)
	}
	if err := c.Rcpt(l.To); err != nil { // OR blocking-no-ctx
		return fmt.Errorf("to: %w", err)
	}
	w, err := c.Data() // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("data: %w", err)
	}
	_, err = fmt.Fprintf(w, "From: %s\r\nTo: %s\r\nSubject: %s\r\n\r\n%s\r\n", o.from, l.To, l.Subject,
		strings.ReplaceAll(l.Text, "\n", "\r\n"))
	if err := errors.Join(err, w.Close()); err != nil { // OR blocking-no-ctx
		return fmt.Errorf("text: %w", err)
	}
	return c.Quit() // OR blocking-no-ctx
}

// ServeHTTP mails the letter of a form.
func (o *Office) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l := Letter{To: r.FormValue("to"), Subject: r.FormValue("subject"), Text: r.FormValue("text")}
	if strings.ContainsAny(l.To+l.Subject, "\r\n") {
		http.Error(w, "no line breaks, please", http.StatusBadRequest)
		return
	}
	if err := o.Mail(r.Context(), l); err != nil { // OR blocking-no-ctx
		o.log.ErrorContext(r.Context(), "letter not mailed", "err", err)
		http.Error(w, "not mailed", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
