// Package good mails invoices.
// Connecting is repeated; once the server talks to us, the message is handed over a single time.
package good

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/smtp"
	"time"
)

const attempts = 4

// Mailer hands mail to one server.
type Mailer struct {
	addr string
	from string
	log  *slog.Logger
}

// Invoice is what is sent.
type Invoice struct {
	Number string
	To     string
	Text   []byte
}

// Send mails one invoice.
func (m *Mailer) Send(inv Invoice) error {
	var msg bytes.Buffer
	fmt.Fprintf(&msg, "From: %s\r\nTo: %s\r\nSubject: Invoice %s\r\n\r\n", m.from, inv.To, inv.Number)
	msg.Write(inv.Text)
	c, err := m.connect()
	if err != nil {
		return fmt.Errorf("mail invoice %s: %w", inv.Number, err)
	}
	defer c.Close()
	if err := c.Mail(m.from); err != nil {
		return fmt.Errorf("mail invoice %s: %w", inv.Number, err)
	}
	if err := c.Rcpt(inv.To); err != nil {
		return fmt.Errorf("mail invoice %s: %w", inv.Number, err)
	}
	w, err := c.Data()
	if err != nil {
		return fmt.Errorf("mail invoice %s: %w", inv.Number, err)
	}
	if _, err := msg.WriteTo(w); err != nil {
		return fmt.Errorf("mail invoice %s: %w", inv.Number, err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("mail invoice %s, may have been sent: %w", inv.Number, err)
	}
	return c.Quit()
}

func (m *Mailer) connect() (*smtp.Client, error) {
	var err error
	for n := range attempts {
		if n > 0 {
			d := time.Second << n
			time.Sleep(d/2 + rand.N(d))
		}
		var c *smtp.Client
		if c, err = smtp.Dial(m.addr); err == nil {
			return c, nil
		}
		m.log.Warn("mail server not reached", "attempt", n+1, "err", err)
	}
	return nil, err
}
