// Package fifo keeps messages in a queue behind HTTP.
package fifo

import (
	"bytes"
	"context"
	"net/http"

	"github.com/google/uuid"
)

type Queue struct{ http *http.Client }

func New() *Queue { return &Queue{http: http.DefaultClient} }

func (q *Queue) Push(ctx context.Context, id string, body []byte) error {
	return q.send(ctx, uuid.NewString(), body)
}

func (q *Queue) send(ctx context.Context, key string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/items", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := q.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Named lets the caller name the message.
type Named struct{ q Queue }

func NewNamed() *Named { return &Named{} }

func (n *Named) Push(ctx context.Context, id string, body []byte) error {
	return n.q.send(ctx, id, body)
}
