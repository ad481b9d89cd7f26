// Package good is a database/sql driver for a ledger that is reached over HTTP. The contexts that
// database/sql hands in reach the request.
package good

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

type conn struct {
	url string
	hc  *http.Client
}

// Connect returns a connection to the ledger at url.
func Connect(url string, hc *http.Client) driver.Conn { return &conn{url: url, hc: hc} }

type answer struct {
	Columns  []string `json:"columns"`
	Rows     [][]any  `json:"rows"`
	Affected int64    `json:"affected"`
	Error    string   `json:"error"`
}

var (
	_ driver.QueryerContext = (*conn)(nil)
	_ driver.ExecerContext  = (*conn)(nil)
)

// QueryContext implements driver.QueryerContext.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	a, err := c.call(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return &rows{answer: a}, nil
}

// ExecContext implements driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	a, err := c.call(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return driver.RowsAffected(a.Affected), nil
}

func (c *conn) call(ctx context.Context, query string, args []driver.NamedValue) (*answer, error) {
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a.Value
	}
	body, err := json.Marshal(map[string]any{"q": query, "args": values})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/v2/statement", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	defer resp.Body.Close()
	var a answer
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return nil, fmt.Errorf("ledger: status %d: %w", resp.StatusCode, err)
	}
	if a.Error != "" {
		return nil, errors.New("ledger: " + a.Error)
	}
	return &a, nil
}

func (c *conn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }
func (c *conn) Begin() (driver.Tx, error)           { return nil, errors.ErrUnsupported }
func (c *conn) Close() error                        { return nil }

type rows struct {
	*answer
	at int
}

func (r *rows) Columns() []string { return r.answer.Columns }
func (r *rows) Close() error      { return nil }
func (r *rows) Next(dest []driver.Value) error {
	if r.at == len(r.Rows) {
		return io.EOF
	}
	for i, v := range r.Rows[r.at] {
		dest[i] = v
	}
	r.at++
	return nil
}
