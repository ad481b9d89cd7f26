// Package fields calls functions that are kept in fields with all that the
// engine follows: requests, headers, readers, buffers, keys, transactions.
package fields

import (
	"bytes"
	"database/sql"
	"io"
	"net/http"
)

func again(f func() error) error { return f() }

type client struct {
	do     func(*http.Request) (*http.Response, error)
	sign   func(*http.Request) *http.Request
	head   func(http.Header, string) string
	set    func(key, value string)
	send   func(io.Reader) error
	input  func(struct{ Body io.Reader }) error
	wrap   func(io.Reader) io.Reader
	rewind func(io.Reader) error
	fill   func(*bytes.Buffer) error
	draw   func() string
	begin  func() (*sql.Tx, error)
	exec   func(*sql.Tx, string) error
	close  func(*http.Response)
	clear  func([]string) []string
}

func (c *client) requests(req *http.Request) error {
	return again(func() error {
		req.Header.Set("Idempotency-Key", c.draw())
		c.set(c.head(req.Header, "k"), "v")
		resp, err := c.do(c.sign(req))
		if err != nil {
			return err
		}
		if resp.StatusCode != 200 {
			c.close(resp)
			return io.EOF
		}
		c.close(resp)
		return nil
	})
}

func (c *client) readers(r io.Reader, buf *bytes.Buffer) error {
	return again(func() error {
		if err := c.rewind(r); err != nil {
			return err
		}
		if err := c.send(c.wrap(r)); err != nil {
			return err
		}
		if err := c.input(struct{ Body io.Reader }{r}); err != nil {
			return err
		}
		if err := c.fill(buf); err != nil {
			return err
		}
		return c.send(buf)
	})
}

func (c *client) rows(list []string) error {
	return again(func() error {
		tx, err := c.begin()
		if err != nil {
			return err
		}
		list = c.clear(list)
		return c.exec(tx, "INSERT INTO t VALUES ('"+c.draw()+"')")
	})
}

func (c *client) post(id string) error {
	return again(func() error {
		req, err := http.NewRequest(http.MethodPost, "http://x/"+c.draw(), c.wrap(bytes.NewReader(nil)))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", c.draw()+id)
		c.head(req.Header, id)
		resp, err := http.DefaultClient.Do(c.sign(req))
		if err != nil {
			return err
		}
		c.close(resp)
		return nil
	})
}
