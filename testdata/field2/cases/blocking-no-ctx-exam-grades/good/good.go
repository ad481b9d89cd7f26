// Package good mails grades from a function behind a queue. The connection to the mail server
// is dialled under the function's context and gets its deadline.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/smtp"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"
)

// Grade is one message.
type Grade struct {
	Student string `json:"student"`
	Mark    string `json:"mark"`
}

// Mailer mails grades.
type Mailer struct{ addr, from string }

// Handle is the function's handler.
func (m *Mailer) Handle(ctx context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) {
	var out events.SQSEventResponse
	for _, rec := range ev.Records {
		if err := m.one(ctx, rec.Body); err != nil {
			out.BatchItemFailures = append(out.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: rec.MessageId})
		}
	}
	return out, nil
}

func (m *Mailer) one(ctx context.Context, body string) error {
	var g Grade
	if err := json.Unmarshal([]byte(body), &g); err != nil {
		return err
	}
	text := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: Your mark\r\n\r\n%s\r\n", m.from, g.Student, g.Mark)
	return m.send(ctx, g.Student, text)
}

func (m *Mailer) send(ctx context.Context, to, text string) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", m.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	deadline, _ := ctx.Deadline()
	if err := conn.SetDeadline(deadline); err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, m.host())
	if err != nil {
		return err
	}
	if err := c.Mail(m.from); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := strings.NewReader(text).WriteTo(w); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	_ = c.Quit()
	return nil
}

// Domain returns the sender's domain.
func (m *Mailer) Domain() string { return m.from[strings.IndexByte(m.from, '@')+1:] }

func (m *Mailer) host() string {
	h, _, err := net.SplitHostPort(m.addr)
	if err != nil {
		return m.addr
	}
	return h
}
