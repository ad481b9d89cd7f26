// Package bad mails invoices.
// smtp.SendMail is repeated after any error, so also when the server has taken the message and only its
// last reply was lost: customers get the same invoice up to four times.
package bad

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
	auth smtp.Auth
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

	var err error
	for n := 0; n < attempts; n++ { // OR retry-effect
		if n > 0 {
			d := time.Second << n
			time.Sleep(d/2 + rand.N(d))
		}
		err = smtp.SendMail(m.addr, m.auth, m.from, []string{inv.To}, msg.Bytes()) // EXPECT retry-effect
		if err == nil {
			return nil
		}
		m.log.Warn("invoice not mailed", "number", inv.Number, "attempt", n+1, "err", err)
	}
	return fmt.Errorf("mail invoice %s: %w", inv.Number, err)
}
