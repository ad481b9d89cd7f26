package every

import (
	"context"
	"net/smtp"
)

type mailer struct {
	addr, from string
	auth       smtp.Auth
}

func (m *mailer) send(ctx context.Context, to, text string) error {
	return smtp.SendMail(m.addr, m.auth, m.from, []string{to}, []byte(text))
}
