// Package good reminds students of their classes from a task queue.
// asynq runs a task again when its handler returns an error, so the text message carries the task's id,
// under which the gateway sends it once.
package good

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/hibiken/asynq"
)

// TypeReminder is the type of reminder tasks.
const TypeReminder = "class:reminder"

// Reminder is the payload.
type Reminder struct {
	ID      string    `json:"id"`
	Student int64     `json:"student"`
	Phone   string    `json:"phone"`
	Class   string    `json:"class"`
	At      time.Time `json:"at"`
}

// Reminders handles reminder tasks.
type Reminders struct {
	db      *sql.DB
	gateway string
	client  *http.Client
}

// Register adds the handler to mux.
func (r *Reminders) Register(mux *asynq.ServeMux) {
	mux.HandleFunc(TypeReminder, r.remind)
}

func (r *Reminders) remind(ctx context.Context, t *asynq.Task) error {
	var rem Reminder
	if err := json.Unmarshal(t.Payload(), &rem); err != nil {
		return fmt.Errorf("reminder: %w: %w", err, asynq.SkipRetry)
	}
	if time.Now().After(rem.At) {
		return nil
	}
	if err := r.text(ctx, rem); err != nil {
		return fmt.Errorf("remind %d: %w", rem.Student, err)
	}
	const q = `UPDATE students SET reminded_at = now() WHERE id = $1`
	if _, err := r.db.ExecContext(ctx, q, rem.Student); err != nil {
		return fmt.Errorf("note reminder of %d: %w", rem.Student, err)
	}
	return nil
}

func (r *Reminders) text(ctx context.Context, rem Reminder) error {
	raw, err := json.Marshal(map[string]string{"to": rem.Phone, "text": rem.Class + " at " + rem.At.Format(time.Kitchen)})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.gateway+"/messages", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", rem.ID)
	resp, err := r.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("gateway answered %s", resp.Status)
	}
	return nil
}
