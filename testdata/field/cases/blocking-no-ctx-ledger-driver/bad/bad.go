// Package bad is a database/sql driver for a ledger that is reached over HTTP. The driver's connections
// implement the variants with a context, so database/sql hands them one and trusts it to be obeyed.
// The call that both end in makes its request without.
package bad

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
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) { // OR blocking-no-ctx
	a, err := c.call(query, args) // OR blocking-no-ctx
	if err != nil {
		return nil, err
	}
	return &rows{answer: a}, nil
}

// ExecContext implements driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) { // OR blocking-no-ctx
	a, err := c.call(query, args) // OR blocking-no-ctx
	if err != nil {
		return nil, err
	}
	return driver.RowsAffected(a.Affected), nil
}

func (c *conn) call(query string, args []driver.NamedValue) (*answer, error) {
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a.Value
	}
	body, err := json.Marshal(map[string]any{"q": query, "args": values})
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Post(c.url+"/v2/statement", "application/json", bytes.NewReader(body)) // EXPECT blocking-no-ctx
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
