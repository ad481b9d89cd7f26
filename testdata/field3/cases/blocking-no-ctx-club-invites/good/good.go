// Package good mails invitations of a club from an echo handler. The request's context goes
// through the interface into the sending.
package good

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/wneessen/go-mail"
)

// Mailer sends one text.
type Mailer interface {
	Send(ctx context.Context, to, subject, text string) error
}

type smtpMailer struct {
	client *mail.Client
	from   string
}

func (m *smtpMailer) Send(ctx context.Context, to, subject, text string) error {
	msg := mail.NewMsg()
	if err := msg.From(m.from); err != nil {
		return err
	}
	if err := msg.To(to); err != nil {
		return err
	}
	msg.Subject(subject)
	msg.SetBodyString(mail.TypeTextPlain, text)
	return m.client.DialAndSendWithContext(ctx, msg)
}

// Club invites.
type Club struct{ mailer Mailer }

// Open returns a club that mails over host.
func Open(host, from string) (*Club, error) {
	c, err := mail.NewClient(host, mail.WithTimeout(90*time.Second), mail.WithTLSPolicy(mail.TLSMandatory))
	if err != nil {
		return nil, fmt.Errorf("mail client: %w", err)
	}
	return &Club{mailer: &smtpMailer{client: c, from: from}}, nil
}

// Invite is a handler.
func (c *Club) Invite(ec echo.Context) error {
	var in struct {
		Name  string `json:"name"`
		Email string `json:"email"`
	}
	if err := ec.Bind(&in); err != nil {
		return err
	}
	if err := c.mailer.Send(ec.Request().Context(), in.Email, "Come and join us", "Dear "+in.Name+",\n"); err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, "not sent").SetInternal(err)
	}
	return ec.NoContent(http.StatusAccepted)
}
