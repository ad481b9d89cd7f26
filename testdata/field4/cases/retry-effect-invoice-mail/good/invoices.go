// Package invoices has the background tasks around invoices.
package invoices

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/hibiken/asynq"

	"faultfield4/cases/retry-effect-invoice-mail/good/post"
)

// TypeMail is the task that mails an invoice.
const TypeMail = "invoice:mail"

// NewMailTask returns the task for an invoice; the queue runs it up to six times.
func NewMailTask(id string) (*asynq.Task, error) {
	raw, err := json.Marshal(mailTask{Invoice: id})
	if err != nil {
		return nil, err
	}
	return asynq.NewTask(TypeMail, raw, asynq.MaxRetry(5), asynq.Timeout(30*time.Second)), nil
}

type mailTask struct {
	Invoice string `json:"invoice"`
}

// Mailer handles TypeMail.
type Mailer struct {
	db   *sql.DB
	post *post.Office
}

// NewMailer returns a Mailer.
func NewMailer(db *sql.DB, office *post.Office) *Mailer { return &Mailer{db: db, post: office} }

// ProcessTask mails one invoice and notes the time.
func (m *Mailer) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var task mailTask
	if err := json.Unmarshal(t.Payload(), &task); err != nil {
		return fmt.Errorf("mail task: %v: %w", err, asynq.SkipRetry)
	}
	var to, link string
	var mailed sql.NullTime
	err := m.db.QueryRowContext(ctx,
		`SELECT customer_email, pdf_url, mailed_at FROM invoices WHERE id = $1`, task.Invoice).Scan(&to, &link, &mailed)
	if err != nil {
		return fmt.Errorf("load invoice %s: %w", task.Invoice, err)
	}
	if mailed.Valid {
		return nil
	}
	err = m.post.Send(ctx, post.Letter{Key: "invoice-" + task.Invoice, To: to, Subject: "Your invoice " + task.Invoice, Text: link})
	if err != nil {
		return fmt.Errorf("mail invoice %s: %w", task.Invoice, err)
	}
	if _, err := m.db.ExecContext(ctx, `UPDATE invoices SET mailed_at = now() WHERE id = $1`, task.Invoice); err != nil {
		return fmt.Errorf("note mail of invoice %s: %w", task.Invoice, err)
	}
	return nil
}
