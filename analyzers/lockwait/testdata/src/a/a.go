// Package a holds things across waits.
package a

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

type client struct {
	mu   sync.Mutex
	rw   sync.RWMutex
	hc   *http.Client
	db   *sql.DB
	tok  string
	conn net.Conn
	load func(ctx context.Context, key string) error
	sem  *semaphore.Weighted
	few  chan struct{}
}

// A deferred unlock.
func (c *client) token(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tok != "" {
		return c.tok, nil
	}
	return c.renew(ctx) // want `c.mu, taken at a.go:\d+, is held across \(\*http.Client\).Do \(\(\*client\).token → \(\*client\).renew → \(\*http.Client\).Do\), and likewise at a.go:92: whoever needs it waits that long`
}

func (c *client) renew(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, "POST", "http://h", nil)
	if err != nil {
		return "", err
	}
	_, err = c.hc.Do(req)
	return "x", err
}

// An unlock on one path only.
func (c *client) path(ctx context.Context, fresh bool) error {
	c.rw.RLock()
	if fresh {
		c.rw.RUnlock()
		_, err := c.renew(ctx)
		return err
	}
	_, err := c.renew(ctx) // want `c.rw, taken at a.go:\d+, is held across`
	c.rw.RUnlock()
	return err
}

// A pause.
func (c *client) pause(ctx context.Context) {
	c.mu.Lock()
	time.Sleep(5 * time.Second) // want `c.mu, taken at a.go:\d+, is held across time.Sleep of 5s`
	c.mu.Unlock()
}

// A dial; what others want is only the address.
func (c *client) connect(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", "h:1") // want `c.mu, taken at a.go:\d+, is held across \(\*net.Dialer\).DialContext`
	c.conn = conn
	return err
}

// A function in a field.
func newClient() *client { return &client{load: fetch} }

func fetch(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://h/"+key, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func (c *client) get(ctx context.Context, key string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.load(ctx, key) // the same lock and library: one cause, told above
}

// A transaction.
func (c *client) book(ctx context.Context) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE a"); err != nil {
		return err
	}
	c.db.QueryContext(ctx, "SELECT")
	if _, err := c.renew(ctx); err != nil { // want `the transaction tx, begun at a.go:\d+, stays open across \(\*http.Client\).Do`
		return err
	}
	return tx.Commit()
}

// A slot kept through the pauses.
func (c *client) retry(ctx context.Context) error {
	if err := c.sem.Acquire(ctx, 1); err != nil {
		return err
	}
	defer c.sem.Release(1)
	var err error
	for i := range 4 {
		if i > 0 {
			select {
			case <-time.After(time.Second << i): // want `the slot of c.sem, taken at a.go:\d+, is held across the pause between two attempts`
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if _, err = c.renew(ctx); err == nil {
			return nil
		}
	}
	return err
}

// A turn: one after the other is what the channel is for.
type line struct {
	turn chan struct{}
	c    *client
}

func newLine(c *client) *line { return &line{turn: make(chan struct{}, 1), c: c} }

func (l *line) retry(ctx context.Context) error {
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var err error
	for range 4 {
		if _, err = l.c.renew(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

func (c *client) retryFew(ctx context.Context) error {
	select {
	case c.few <- struct{}{}:
		defer func() { <-c.few }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var err error
	for range 4 {
		if _, err = c.renew(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `the slot of c.few, taken at a.go:\d+, is held across`
	}
	return err
}

// What is right.

func (c *client) before(ctx context.Context) error {
	tok, err := c.renew(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tok = tok
	return nil
}

func (c *client) after(ctx context.Context) error {
	c.mu.Lock()
	tok := c.tok
	c.mu.Unlock()
	if tok != "" {
		return nil
	}
	_, err := c.renew(ctx)
	return err
}

func (c *client) inGoroutine(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	go c.renew(ctx)
}

// The lock keeps the messages on a connection apart.
func (c *client) ask(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn.SetDeadline(time.Now().Add(time.Second))
	return bufio.NewReader(c.conn).ReadString('\n')
}

// A lock of its own for each key.
func perKey(ctx context.Context, c *client, mu *sync.Mutex) error {
	mu.Lock()
	defer mu.Unlock()
	_, err := c.renew(ctx)
	return err
}

// A lock that nobody with a context wants.
type start struct{ mu sync.Mutex }

func (s *start) once() {
	s.mu.Lock()
	defer s.mu.Unlock()
	http.Get("http://h")
}

// The slot is given back before the pause.
func (c *client) retryRight(ctx context.Context) error {
	var err error
	for range 4 {
		if err := c.sem.Acquire(ctx, 1); err != nil {
			return err
		}
		_, err = c.renew(ctx)
		c.sem.Release(1)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Commit comes first.
func (c *client) bookRight(ctx context.Context) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := tx.Commit(); err != nil {
		return errors.Join(err)
	}
	_, err = c.renew(ctx)
	return err
}

// Taken and given back under the same condition.
func (c *client) maybe(ctx context.Context, lock bool) error {
	if lock {
		c.mu.Lock()
	}
	c.tok = ""
	if lock {
		c.mu.Unlock()
	}
	_, err := c.renew(ctx)
	return err
}

// Nobody else has it yet.
func newLocked(ctx context.Context) *client {
	c := &client{}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.renew(ctx)
	return c
}

// A send to one after the other.
type hub struct {
	mu    sync.RWMutex
	subs  map[string]chan int
	list  []chan int
	roomy map[string]chan int
}

func (h *hub) join(ctx context.Context, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	ch := make(chan int)
	h.subs[name] = ch
	h.list = append(h.list, ch)
	h.roomy[name] = make(chan int, 8)
}

func (h *hub) tell(ctx context.Context, n int) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, ch := range h.subs {
		ch <- n // want `h.mu, taken at a.go:\d+, is held across a send to each channel of a list, none of which has room`
	}
}

func (h *hub) tellList(ctx context.Context, n int) {
	h.mu.RLock()
	for _, ch := range h.list {
		ch <- n // want `h.mu, taken at a.go:\d+, is held across a send to each channel`
	}
	h.mu.RUnlock()
}

func (h *hub) tellRight(ctx context.Context, n int) {
	h.mu.RLock()
	for _, ch := range h.subs {
		select {
		case ch <- n:
		default:
		}
	}
	for _, ch := range h.roomy {
		ch <- n
	}
	var all []chan int
	for _, ch := range h.list {
		all = append(all, ch)
	}
	h.mu.RUnlock()
	for _, ch := range all {
		ch <- n
	}
}
