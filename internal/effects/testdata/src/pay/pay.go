// Package pay is a client in another package.
package pay

import (
	"bytes"
	"context"
	"database/sql"
	"net/http"

	"github.com/google/uuid"
)

type Client struct{ HC *http.Client }

func (c *Client) do(ctx context.Context, method, path string, raw []byte, key string) error {
	req, err := http.NewRequestWithContext(ctx, method, "https://pay.example"+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	_, err = c.HC.Do(req)
	return err
}

func (c *Client) Charge(ctx context.Context, raw []byte) error {
	return c.do(ctx, http.MethodPost, "/charges", raw, "")
}

func (c *Client) ChargeWithKey(ctx context.Context, key string, raw []byte) error {
	return c.do(ctx, http.MethodPost, "/charges", raw, key)
}

func (c *Client) ChargeAnew(ctx context.Context, raw []byte) error {
	return c.do(ctx, http.MethodPost, "/charges", raw, uuid.NewString())
}

func (c *Client) Balance(ctx context.Context) error {
	return c.do(ctx, http.MethodGet, "/balance", nil, "")
}

func (c *Client) Call(ctx context.Context, method, path string, raw []byte) error {
	return c.do(ctx, method, path, raw, "")
}

func Exec(ctx context.Context, db *sql.DB, q string, args ...any) error {
	_, err := db.ExecContext(ctx, q, args...)
	return err
}

func Insert(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO t (a) VALUES (1)")
	return err
}

func Once(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := Insert(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Marked is believed.
//
//faultlint:idempotent the server drops repeats
func (c *Client) Marked(ctx context.Context, raw []byte) error { return c.Charge(ctx, raw) }
