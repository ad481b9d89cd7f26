// Package web holds HTTP effects.
package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"
)

type Client struct {
	hc       *http.Client
	base     string
	endpoint string
	edit     []func(*http.Request)
}

type order struct {
	ID  string
	Sum int
}

func again(f func() error) error { return f() }

func Get(ctx context.Context, c *Client) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/orders", nil)
	c.hc.Do(req) // want "read GET to /orders"
}

func Post(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v2/payouts", bytes.NewReader(raw))
	c.hc.Do(req) // want "write POST to /v2/payouts"
}

func PostLiteral(ctx context.Context, c *Client, raw []byte) {
	req, err := http.NewRequest("POST", "https://bank.example/v1/charges", bytes.NewReader(raw))
	if err != nil {
		return
	}
	req = req.WithContext(ctx)
	c.hc.Do(req) // want "write POST to /v1/charges"
}

func Put(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPut, c.base+"/orders/1", bytes.NewReader(raw))
	c.hc.Do(req) // want "idempotent PUT to /orders/1"
}

func Plain(c *Client, raw []byte) {
	http.Post(c.base+"/jobs", "application/json", bytes.NewReader(raw)) // want "write POST to /jobs"
	c.hc.PostForm(c.base+"/oauth/token", url.Values{})                  // want "read POST to /oauth/token"
	c.hc.Get(c.base + "/jobs")                                          // want "read (*http.Client).Get"
}

func Search(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/products/_search", bytes.NewReader(raw))
	c.hc.Do(req) // want "read POST to /products/_search"
}

func BatchGet(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("%s/v1/%s:batchGet", c.base, "books"), bytes.NewReader(raw))
	c.hc.Do(req) // want "read POST to /v1/books:batchGet"
}

const productsQuery = `query Products($text: String!) { products(text: $text) { sku } }`

const buyMutation = `mutation Buy($sku: String!) { buy(sku: $sku) { id } }`

func (c *Client) graph(ctx context.Context, payload []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(payload))
	if err != nil {
		return err
	}
	_, err = c.hc.Do(req)
	return err
}

func GraphQuery(ctx context.Context, c *Client) error {
	payload, _ := json.Marshal(map[string]any{"query": productsQuery, "variables": map[string]any{"text": "x"}})
	return again(func() error {
		return c.graph(ctx, payload) // nothing: a read by its text
	})
}

func GraphMutation(ctx context.Context, c *Client) error {
	payload, _ := json.Marshal(map[string]any{"query": buyMutation})
	return again(func() error {
		return c.graph(ctx, payload) // want "write POST, via (*Client).graph"
	})
}

func GraphUnseen(ctx context.Context, c *Client, q []byte) error {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/graphql", bytes.NewReader(q))
	_, err := c.hc.Do(req) // want "unknown POST to /graphql"
	return err
}

func (c *Client) order(ctx context.Context, key string, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v2/payouts", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	_, err = c.hc.Do(req)
	return err
}

func KeyOnce(ctx context.Context, c *Client, raw []byte) {
	key := uuid.NewString()
	for try := 0; try < 3; try++ {
		c.order(ctx, key, raw) // want "write POST to /v2/payouts, fresh key once, via (*Client).order"
	}
}

func KeyPerRun(ctx context.Context, c *Client, raw []byte) {
	for try := 0; try < 3; try++ {
		c.order(ctx, uuid.NewString(), raw) // want "write POST to /v2/payouts, fresh key in each run, via (*Client).order"
	}
}

func KeyFromOrder(ctx context.Context, c *Client, o order, raw []byte) {
	for try := 0; try < 3; try++ {
		c.order(ctx, o.ID, raw) // want "write POST to /v2/payouts, key from parameter, via (*Client).order"
	}
}

func KeyOfRandomBytes(ctx context.Context, c *Client, raw []byte) {
	for try := 0; try < 3; try++ {
		var b [16]byte
		rand.Read(b[:])
		c.order(ctx, hex.EncodeToString(b[:]), raw) // want "write POST to /v2/payouts, fresh key in each run, via (*Client).order"
	}
}

func KeyOfClock(ctx context.Context, c *Client, o order, raw []byte) {
	for try := 0; try < 3; try++ {
		c.order(ctx, fmt.Sprintf("%s-%d", o.ID, time.Now().UnixNano()), raw) // want "write POST to /v2/payouts, fresh key in each run, via (*Client).order"
	}
}

func KeyOfDay(ctx context.Context, c *Client, o order, raw []byte) {
	for try := 0; try < 3; try++ {
		c.order(ctx, o.ID+time.Now().Format("2006-01-02"), raw) // want "write POST to /v2/payouts, key from parameter, via (*Client).order"
	}
}

func newKey() string { return "p-" + uuid.New().String() }

func KeyByHelper(ctx context.Context, c *Client, raw []byte) {
	once := newKey()
	for try := 0; try < 3; try++ {
		c.order(ctx, newKey(), raw) // want "write POST to /v2/payouts, fresh key in each run, via (*Client).order"
		c.order(ctx, once, raw)     // want "write POST to /v2/payouts, fresh key once, via (*Client).order"
	}
}

func (c *Client) orderAnew(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v2/payouts", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString())
	_, err = c.hc.Do(req)
	return err
}

func KeyInHelper(ctx context.Context, c *Client, raw []byte) {
	for try := 0; try < 3; try++ {
		c.orderAnew(ctx, raw) // want "write POST to /v2/payouts, fresh key in each run, via (*Client).orderAnew"
	}
}

func RequestOnce(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v2/payouts", nil)
	req.Header.Set("Idempotency-Key", uuid.NewString())
	for try := 0; try < 3; try++ {
		c.hc.Do(req.Clone(ctx)) // want "write POST to /v2/payouts, fresh key once"
	}
}

func IfMatch(ctx context.Context, c *Client, raw []byte, etag string) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/orders", bytes.NewReader(raw))
	req.Header.Set("If-Match", etag)
	c.hc.Do(req) // want "conditional POST to /orders, constant key"
}

func Patch(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPatch, c.base+"/orders", bytes.NewReader(raw))
	c.hc.Do(req) // want "unknown PATCH to /orders"
}

func (c *Client) setKey(req *http.Request, key string) { req.Header.Set("Idempotency-Key", key) }

func HeaderHelper(ctx context.Context, c *Client, key string) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/orders", nil)
	c.setKey(req, key)
	c.hc.Do(req) // want "write POST to /orders, key from parameter"
}

func Hooks(ctx context.Context, c *Client, key string) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/orders", nil)
	for _, edit := range c.edit {
		edit(req)
	}
	c.hc.Do(req) // want "write POST to /orders, unseen key"
}

func (c *Client) do(ctx context.Context, method, path string, in any, headers map[string]string) error {
	raw, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	for k, v := range headers {
		req.Header.Set(k, v)
	}
	_, err = c.hc.Do(req)
	return err
}

func Wrapper(ctx context.Context, c *Client, o order) {
	c.do(ctx, "GET", "/orders", nil, nil)
	c.do(ctx, http.MethodPost, "/orders", o, nil) // want "write POST to /orders, via (*Client).do"
	c.do(ctx, http.MethodPost, "/orders/search", o, nil)
	c.do(ctx, http.MethodPost, "/orders", o, map[string]string{"Idempotency-Key": o.ID})      // want "write POST to /orders, key from parameter, via (*Client).do"
	c.do(ctx, http.MethodPost, "/orders", o, map[string]string{"Accept": "application/json"}) // want "write POST to /orders, via (*Client).do"
	c.do(ctx, http.MethodPost, "/orders", map[string]string{"idempotency_key": o.ID}, nil)    // want "write POST to /orders, key from parameter, via (*Client).do"
	c.do(ctx, http.MethodPut, "/orders/"+o.ID, o, nil)                                        // want "idempotent PUT to /orders/…, via (*Client).do"
}

func (c *Client) newRequest(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	return req, nil
}

func Builder(ctx context.Context, c *Client, raw []byte) error {
	req, err := c.newRequest(ctx, "POST", "/orders", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	_, err = c.hc.Do(req) // want "write POST to /orders"
	return err
}

func (c *Client) send(req *http.Request) error {
	_, err := c.hc.Do(req)
	return err
}

func SendHelper(ctx context.Context, c *Client, raw []byte) {
	req, _ := c.newRequest(ctx, "POST", "/orders", bytes.NewReader(raw))
	c.send(req) // want "write POST to /orders, via (*Client).send"
	get, _ := c.newRequest(ctx, "GET", "/orders", nil)
	c.send(get)
}

// MethodUnseen is silent: the method is the caller's.
func MethodUnseen(ctx context.Context, c *Client, method string) {
	req, _ := http.NewRequestWithContext(ctx, method, c.base, nil)
	c.hc.Do(req) // want "unknown (*http.Client).Do"
}

func (c *Client) lookUp(ctx context.Context, raw []byte) error { return c.post(ctx, raw) }

func (c *Client) post(ctx context.Context, raw []byte) error {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(raw))
	_, err := c.hc.Do(req)
	return err
}

func (c *Client) fetchAll(ctx context.Context, raw []byte) error { return c.post(ctx, raw) }

func NamedRead(ctx context.Context, c *Client, raw []byte) {
	c.fetchAll(ctx, raw) // want "unknown POST, via (*Client).fetchAll (*Client).post"
	c.post(ctx, raw)     // want "write POST, via (*Client).post"
}

func Goroutine(ctx context.Context, c *Client, raw []byte) {
	done := make(chan error, 1)
	go func() { done <- c.post(ctx, raw) }() // want "write POST, in goroutine, via (*Client).post"
	<-done
}

func Variable(ctx context.Context, c *Client, raw []byte) {
	op := func() error { return c.post(ctx, raw) }
	for try := 0; try < 3; try++ {
		op() // want "write POST, via Variable.func (*Client).post"
	}
}

func recurse(ctx context.Context, c *Client, raw []byte, left int) error {
	if err := c.post(ctx, raw); err != nil && left > 0 {
		return recurse(ctx, c, raw, left-1)
	}
	return nil
}

func Recursion(ctx context.Context, c *Client, raw []byte) {
	recurse(ctx, c, raw, 3) // want "write POST, via recurse (*Client).post"
}

// Declared is believed.
//
//faultlint:idempotent the server drops repeats by the order's number
func (c *Client) declared(ctx context.Context, raw []byte) error { return c.post(ctx, raw) }

func CallsDeclared(ctx context.Context, c *Client, raw []byte) {
	c.declared(ctx, raw)
}

// Last is made once: control leaves the loop after it.
func Last(ctx context.Context, c *Client, raw []byte) error {
	for try := 0; try < 3; try++ {
		if _, err := c.hc.Get(c.base); err != nil { // want "read (*http.Client).Get"
			continue
		}
		return c.post(ctx, raw)
	}
	return nil
}

func URLLiteral(ctx context.Context, c *Client) {
	u := &url.URL{Scheme: "https", Host: "a.example", Path: fmt.Sprintf("/v1/%s/orders", "x")}
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), nil)
	c.hc.Do(req) // want "write POST to /v1/x/orders"
}

// asked is called for reads alone, so that its POST is none in its loop.
func asked(ctx context.Context, c *Client, path string, q any) error {
	for try := 0; try < 3; try++ {
		if c.do(ctx, http.MethodPost, path, q, nil) == nil {
			return nil
		}
	}
	return nil
}

func Count(ctx context.Context, c *Client) { asked(ctx, c, "/_count", nil) }

func Years(ctx context.Context, c *Client) { asked(ctx, c, "/years/_search", nil) }

// told is called for writes as well.
func told(ctx context.Context, c *Client, method, path string, q any) error {
	for try := 0; try < 3; try++ {
		if c.do(ctx, method, path, q, nil) == nil { // want "write POST to /restart, via (*Client).do"
			return nil
		}
	}
	return nil
}

func List(ctx context.Context, c *Client) { told(ctx, c, "GET", "/things", nil) }

func Restart(ctx context.Context, c *Client) { told(ctx, c, "POST", "/restart", nil) } // want "write POST to /restart, via told (*Client).do"

func repeatable(method string) bool { return method == "GET" || method == "PUT" }

// careful looks at the method before it repeats.
func careful(ctx context.Context, c *Client, method, path string, q any) error {
	for try := 0; try < 3; try++ {
		err := c.do(ctx, method, path, q, nil) // want "unknown (*http.Client).Do, via (*Client).do"
		if err == nil || !repeatable(method) {
			return err
		}
	}
	return nil
}

func Careful(ctx context.Context, c *Client) { careful(ctx, c, "POST", "/restart", nil) } // want "write POST to /restart, via careful (*Client).do"

// Reference is a name in the payload that no server need take as a key.
func Reference(ctx context.Context, c *Client, ticket string) {
	c.do(ctx, "POST", "/refunds", map[string]any{"reference": ticket}, nil)  // want "write POST to /refunds, via (*Client).do"
	c.do(ctx, "POST", "/refunds", map[string]any{"request_id": ticket}, nil) // want "write POST to /refunds, key from parameter, via (*Client).do"
}

func OCSP(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(raw))
	req.Header.Set("Content-Type", "application/ocsp-request")
	c.hc.Do(req) // want "read POST"
}

// FetchAll posts to a path that is not in sight: it asks, by its name.
func FetchAll(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(raw))
	c.hc.Do(req) // want "unknown POST"
}

// FetchReceipt creates one, by its path.
func FetchReceipt(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/receipts", bytes.NewReader(raw))
	c.hc.Do(req) // want "write POST to /receipts"
}

func Method(ctx context.Context, c *Client, raw []byte) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/shop.Orders/GetOrder", bytes.NewReader(raw))
	c.hc.Do(req) // want "read POST to /shop.Orders/GetOrder"
}

func Cancel(ctx context.Context, c *Client, id string) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/orders/"+id+"/cancel", nil)
	c.hc.Do(req) // want "idempotent POST to /orders/…/cancel"
	req2, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/-/reload", nil)
	c.hc.Do(req2) // want "idempotent POST to /-/reload"
	req3, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, nil)
	c.hc.Do(req3) // want "unknown POST"
}
