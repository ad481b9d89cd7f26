// Package shapes holds retries that are no loops.
package shapes

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"
)

type job struct{ body []byte }

type client struct {
	hc    *http.Client
	queue chan job
	wait  time.Duration
}

var errBusy = errors.New("busy")

func send(ctx context.Context, data []byte) error
func busy(err error) bool { return errors.Is(err, errBusy) }

// retry: recursion leaves n=unbounded nodelay=yes guard=unknown +errBusy
func forEver(ctx context.Context, data []byte) error {
	err := send(ctx, data)
	if busy(err) {
		return forEver(ctx, data)
	}
	return err
}

// retry: recursion leaves n=left+0 bounded=yes delay=1s nodelay=no
func CountedDown(ctx context.Context, data []byte, left int) error {
	err := send(ctx, data)
	if err == nil || left <= 1 {
		return err
	}
	time.Sleep(time.Second)
	return CountedDown(ctx, data, left-1)
}

// retry: recursion leaves n=6 sum=620ms growth=2
func countedUp(ctx context.Context, data []byte, round int) error {
	err := send(ctx, data)
	if err == nil || round == 6 {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(10 * time.Millisecond << round):
		return countedUp(ctx, data, round+1)
	}
}

func useCountedUp(ctx context.Context) error { return countedUp(ctx, nil, 1) }

// retry: recursion leaves n=2
func onceMore(ctx context.Context, data []byte, again bool) error {
	err := send(ctx, data)
	if !busy(err) || !again {
		return err
	}
	return onceMore(ctx, data, false)
}

// retry: recursion leaves resumes status
func whatIsLeft(ctx context.Context, batch [][]byte) error {
	left, err := sendBatch(ctx, batch)
	if err != nil {
		return err
	}
	if len(left) == 0 {
		return nil
	}
	time.Sleep(time.Second)
	return whatIsLeft(ctx, left)
}

func sendBatch(ctx context.Context, batch [][]byte) (left [][]byte, err error)

// retry: recursion leaves status !resumes
func wholeBatch(ctx context.Context, batch [][]byte, n int) error {
	left, err := sendBatch(ctx, batch)
	if err != nil {
		return err
	}
	if len(left) == 0 || n == 3 {
		return nil
	}
	return wholeBatch(ctx, batch, n+1)
}

// A timer that calls the function again.
//
// retry: recursion leaves nodelay=no delay=5s obeys=no n=unbounded
func (c *client) connect() {
	if err := send(context.Background(), nil); err != nil {
		log.Print(err)
		time.AfterFunc(5*time.Second, c.connect)
	}
}

// retry: recursion leaves nodelay=no n=unbounded
func (c *client) connectLit(ctx context.Context) {
	if err := send(ctx, nil); err != nil {
		time.AfterFunc(c.wait, func() { c.connectLit(ctx) })
		return
	}
	log.Print("connected")
}

// A local function that calls itself.
//
// retry: recursion leaves nodelay=yes
func localFunc(ctx context.Context) error {
	var try func() error
	try = func() error {
		if err := send(ctx, nil); err != nil {
			return try()
		}
		return nil
	}
	return try()
}

// retry: none
func tree(ctx context.Context, n *node) error {
	if err := send(ctx, n.data); err != nil {
		return err
	}
	for _, k := range n.kids {
		if err := tree(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// retry: none
func (n *node) parentFirst(ctx context.Context) error {
	if err := send(ctx, n.data); err != nil {
		return n.up.parentFirst(ctx)
	}
	return nil
}

type node struct {
	data []byte
	kids []*node
	up   *node
}

// retry: goto leaves n=unbounded nodelay=yes
func gotoBack(ctx context.Context) error {
again:
	err := send(ctx, nil)
	if busy(err) {
		goto again
	}
	return err
}

// retry: goto leaves n=3 delay=1s sum=2s
func gotoCounted(ctx context.Context) error {
	n := 0
again:
	err := send(ctx, nil)
	if err != nil && n < 2 {
		n++
		time.Sleep(time.Second)
		goto again
	}
	return err
}

// retry: none
func gotoForward(ctx context.Context) error {
	err := send(ctx, nil)
	if err != nil {
		goto done
	}
	log.Print("sent")
done:
	return err
}

// retry: again leaves n=2 nodelay=yes guard=unknown
func straight(ctx context.Context, data []byte) error {
	err := send(ctx, data)
	if busy(err) {
		err = send(ctx, data)
	}
	return err
}

// retry: again leaves n=2 nodelay=no delay=1s guard=any
func straightWithWait(ctx context.Context, data []byte) error {
	if err := send(ctx, data); err != nil {
		time.Sleep(time.Second)
		return send(ctx, data)
	}
	return nil
}

func sendTo(ctx context.Context, host string, data []byte) error

// What differs may as well be another key or object.
//
// retry: none
func otherHost(ctx context.Context, data []byte) error {
	if err := sendTo(ctx, "a", data); err != nil {
		return sendTo(ctx, "b", data)
	}
	return nil
}

type conn interface{ Write([]byte) (int, error) }

func redial() (conn, error)

// retry: again leaves targets n=2
func otherConnection(c conn, data []byte) error {
	_, err := c.Write(data)
	if err != nil {
		fresh, derr := redial()
		if derr != nil {
			return derr
		}
		_, err = fresh.Write(data)
	}
	return err
}

type layers struct{ cache, backend conn }

// retry: none
func (l *layers) write(data []byte) error {
	if _, err := l.cache.Write(data); err != nil {
		_, err = l.backend.Write(data)
		return err
	}
	return nil
}

// retry: none
func twoThings(ctx context.Context, a, b []byte) error {
	if err := send(ctx, a); err != nil {
		return err
	}
	return send(ctx, b)
}

// retry: none
func eitherBranch(ctx context.Context, a []byte, cond bool) error {
	if cond {
		return send(ctx, a)
	}
	log.Print("again")
	return send(ctx, a)
}

// A queue that failed jobs go back into.
//
// retry: requeue leaves nodelay=yes n=unbounded
func (c *client) requeue(ctx context.Context) {
	for j := range c.queue {
		if err := send(ctx, j.body); err != nil {
			log.Print(err)
			c.queue <- j
		}
	}
}

// retry: requeue leaves nodelay=no delay=1s
func (c *client) requeueArm(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-c.queue:
			if err := send(ctx, j.body); err != nil {
				time.Sleep(time.Second)
				c.queue <- j
			}
		}
	}
}

type workQueue interface {
	Get() (item any, shutdown bool)
	AddRateLimited(item any)
	Done(item any)
}

// retry: requeue leaves nodelay=maybe
func workItems(ctx context.Context, q workQueue, sync func(context.Context, any) error) {
	for {
		item, down := q.Get()
		if down {
			return
		}
		if err := sync(ctx, item); err != nil {
			q.AddRateLimited(item)
		}
		q.Done(item)
	}
}

// retry: none
func (c *client) forwards(ctx context.Context, dead chan job) {
	for j := range c.queue {
		if err := send(ctx, j.body); err != nil {
			dead <- j
		}
	}
}

func aroundLoop(ctx context.Context, data []byte) {
	for range 3 {
		if err := send(ctx, data); err == nil {
			return
		}
	}
}

func with(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func aroundLiteral(ctx context.Context, data []byte) error {
	return with(3, func() error { return send(ctx, data) })
}

func aroundVar(ctx context.Context, data []byte) error {
	op := func() error {
		func() { log.Print("try") }()
		return send(ctx, data)
	}
	return with(3, op)
}

func aroundRecursion(ctx context.Context, data []byte) error {
	if err := send(ctx, data); err != nil {
		return aroundRecursion(ctx, data)
	}
	return nil
}

func aroundNothing(ctx context.Context, data []byte) error {
	go func() { _ = with(3, func() error { return nil }) }()
	return send(ctx, data)
}
