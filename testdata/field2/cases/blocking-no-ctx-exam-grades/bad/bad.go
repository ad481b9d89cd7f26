// Package bad mails grades from a function behind a queue. The function's context is blanked,
// and the mail goes out by smtp.SendMail, which has no limit: a mute mail server uses up the
// whole run and the grades that follow.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/smtp"
	"strings"

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
func (m *Mailer) Handle(_ context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) { // OR blocking-no-ctx
	var out events.SQSEventResponse
	for _, rec := range ev.Records {
		if err := m.one(rec.Body); err != nil { // EXPECT blocking-no-ctx
			out.BatchItemFailures = append(out.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: rec.MessageId})
		}
	}
	return out, nil
}

func (m *Mailer) one(body string) error {
	var g Grade
	if err := json.Unmarshal([]byte(body), &g); err != nil {
		return err
	}
	text := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: Your mark\r\n\r\n%s\r\n", m.from, g.Student, g.Mark)
	return smtp.SendMail(m.addr, nil, m.from, []string{g.Student}, []byte(text)) // OR blocking-no-ctx
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
