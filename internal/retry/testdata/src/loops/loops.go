// Package loops holds hand-written retry loops.
package loops

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"sync/atomic"
	"time"
)

type client struct {
	tries   int
	base    time.Duration
	timeout time.Duration
	hosts   []string
	hc      *http.Client
	policy  interface{ Again(error) bool }
	closed  bool
	stop    chan struct{}
	dial    func(ctx context.Context, addr string) (net.Conn, error)
}

func newClient(hosts []string) *client {
	return &client{tries: 4, base: 100 * time.Millisecond, timeout: time.Second, hosts: hosts, hc: &http.Client{Timeout: 2 * time.Second}}
}

func (c *client) send(ctx context.Context, data []byte) error
func (c *client) sendTo(ctx context.Context, host string, data []byte) error
func (c *client) part(ctx context.Context, off int64) (int64, error)
func (c *client) fetch(ctx context.Context) (int, time.Duration, error)
func (c *client) try(ctx context.Context) (again bool, err error)

var errBusy, errGone = errors.New("busy"), errors.New("gone")

// retry: loop leaves n=3 nodelay=no afterlast=yes delay=1s growth=1 jitter=no obeys=no guard=any stops=no sum=3s
func sleepAfterLast(c *client, ctx context.Context, data []byte) (err error) {
	for i := 0; i < 3; i++ {
		if err = c.send(ctx, data); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// retry: loop leaves n=3 nodelay=no afterlast=no sum=2s
func notAfterLast(c *client, ctx context.Context, data []byte) error {
	var err error
	for i := 0; i < 3; i++ {
		if i > 0 {
			time.Sleep(time.Second)
		}
		if err = c.send(ctx, data); err == nil {
			break
		}
	}
	return err
}

// retry: loop leaves n=3 nodelay=no afterlast=no sum=2s
func unlessLast(c *client, ctx context.Context, data []byte) error {
	var err error
	for i := range 3 {
		if err = c.send(ctx, data); err == nil {
			return nil
		}
		if i < 2 {
			time.Sleep(time.Second)
		}
	}
	return err
}

// retry: loop leaves n=4 nodelay=no growth=2 delay=at-least-100ms jitter=no obeys=yes stops=yes sum=700ms guard=any check=ctx,leaves
func doubling(c *client, ctx context.Context, data []byte) error {
	wait := c.base
	for n := 1; ; n++ {
		err := c.send(ctx, data)
		if err == nil || n == c.tries {
			return err
		}
		select {
		case <-time.After(wait):
			wait *= 2
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// retry: loop leaves n=4 per=1s total=10s worst=4.7s sum=700ms
func withLimits(c *client, ctx context.Context, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	wait := c.base
	var err error
	for n := 0; n < c.tries; n++ {
		if n > 0 {
			time.Sleep(wait)
			wait *= 2
		}
		actx, stop := context.WithTimeout(ctx, c.timeout)
		err = c.send(actx, data)
		stop()
		if err == nil {
			break
		}
	}
	return err
}

// The same field is the limit of one attempt and of all.
//
// retry: loop leaves n=max+0 persym=limit totalsym=limit
func sameSymbol(c *limited, ctx context.Context, max int) error {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	var err error
	for i := 0; i < max; i++ {
		if err = c.once(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type limited struct {
	limit time.Duration
	c     *client
}

func (l *limited) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	return l.c.send(ctx, nil)
}

// retry: loop leaves n=3 stacked per=1s
func stacked(c *client, ctx context.Context, data []byte) error {
	var err error
	for i := 0; i < 3; i++ {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		err = c.send(ctx, data)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(c.base)
	}
	return err
}

// retry: loop leaves check=actx,own,leaves
func ownContextTested(c *client, ctx context.Context, data []byte) error {
	for i := 0; ; i++ {
		actx, cancel := context.WithTimeout(ctx, c.timeout)
		err := c.send(actx, data)
		over := actx.Err()
		cancel()
		if err == nil {
			return nil
		}
		if over != nil || i == 5 {
			return err
		}
		time.Sleep(c.base)
	}
}

// retry: loop leaves n=c.retries+1 bounded=yes
func countedByField(c *struct{ retries int }, cl *client, ctx context.Context) error {
	for n := 0; ; n++ {
		err := cl.send(ctx, nil)
		if err == nil {
			return nil
		}
		if n >= c.retries {
			return err
		}
		time.Sleep(time.Second)
	}
}

// retry: loop leaves n=left+0 bounded=yes
func countDown(c *client, ctx context.Context, left int) (err error) {
	for ; left > 0; left-- {
		if err = c.send(ctx, nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// retry: loop leaves n=100
func many(c *client, ctx context.Context) (err error) {
	for i := 0; i < 100; i++ {
		if err = c.send(ctx, nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// retry: loop leaves n=unbounded nodelay=yes guard=any stops=no
func tight(c *client, ctx context.Context) {
	for {
		if err := c.send(context.Background(), nil); err == nil {
			return
		}
	}
}

// retry: loop leaves n=unbounded
func conditionIsOp(c *client, ctx context.Context) {
	for c.send(ctx, nil) != nil {
		time.Sleep(time.Second)
	}
}

// retry: loop leaves n=unbounded nodelay=no
func conditionIsErr(c *client, ctx context.Context) error {
	err := errBusy
	for err != nil {
		err = c.send(ctx, nil)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
		}
	}
	return nil
}

// retry: loop leaves n=3
func conditionHasBoth(c *client, ctx context.Context) error {
	err := c.send(ctx, nil)
	for n := 0; err != nil && n < 3; n++ {
		time.Sleep(time.Second)
		err = c.send(ctx, nil)
	}
	return err
}

// retry: loop leaves n=unbounded
func flag(c *client, ctx context.Context) {
	for done := false; !done; {
		if err := c.send(ctx, nil); err != nil {
			time.Sleep(time.Second)
			continue
		}
		done = true
	}
}

// retry: loop leaves n=2 nodelay=yes
func onceMoreByFlag(c *client, ctx context.Context) error {
	again := false
	for {
		err := c.send(ctx, nil)
		if err == nil || again {
			return err
		}
		again = true
	}
}

// retry: loop leaves guard=unknown +errBusy !+errGone n=unbounded
func namedError(c *client, ctx context.Context) error {
	for {
		err := c.send(ctx, nil)
		if !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// retry: loop leaves guard=any -errGone
func excludes(c *client, ctx context.Context) error {
	for n := 0; ; n++ {
		err := c.send(ctx, nil)
		if err == nil || errors.Is(err, errGone) || n == 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// retry: loop leaves guard=unknown +errBusy +errGone
func oneOfTwo(c *client, ctx context.Context) error {
	for n := 0; n < 9; n++ {
		err := c.send(ctx, nil)
		if !errors.Is(err, errBusy) && !errors.Is(err, errGone) {
			return err
		}
		time.Sleep(time.Second)
	}
	return errBusy
}

// retry: loop leaves n=unknown bounded=maybe
func policyDecides(c *client, ctx context.Context) error {
	for attempt := 1; ; attempt++ {
		err := c.send(ctx, nil)
		if err == nil || !mayRetry(err, attempt) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func mayRetry(err error, attempt int) bool

// retry: loop leaves total=1m0s between n=unbounded
func elapsed(c *client, ctx context.Context) error {
	start := time.Now()
	for {
		err := c.send(ctx, nil)
		if err == nil || time.Since(start) > time.Minute {
			return err
		}
		time.Sleep(time.Second)
	}
}

// retry: loop leaves total=1m0s between
func deadlineVar(c *client, ctx context.Context) error {
	deadline := time.Now().Add(time.Minute)
	var err error
	for time.Now().Before(deadline) {
		if err = c.send(ctx, nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// retry: loop leaves total=30s delays=1 delay=1s !restarting=30s
func timerOutside(c *client, ctx context.Context) error {
	limit := time.After(30 * time.Second)
	for {
		err := c.send(ctx, nil)
		if err == nil {
			return nil
		}
		select {
		case <-limit:
			return err
		case <-time.After(time.Second):
		}
	}
}

// retry: loop leaves restarting=30s delays=1 delay=1s
func timerInside(c *client, ctx context.Context) error {
	for {
		err := c.send(ctx, nil)
		if err == nil {
			return nil
		}
		select {
		case <-time.After(30 * time.Second):
			return err
		case <-time.After(time.Second):
		}
	}
}

// retry: loop leaves targets n=c.hosts+0 bounded=yes nodelay=yes guard=any
func eachHost(c *client, ctx context.Context, data []byte) (err error) {
	for _, h := range c.hosts {
		if err = c.sendTo(ctx, h, data); err == nil {
			return nil
		}
	}
	return err
}

// retry: loop leaves targets n=6
func roundRobin(c *client, ctx context.Context, data []byte) (err error) {
	for i := range 6 {
		host := c.hosts[i%len(c.hosts)]
		if err = c.sendTo(ctx, host, data); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// retry: loop leaves n=3 delay=1s..4s sum=7s
func overDelays(c *client, ctx context.Context) (err error) {
	for _, d := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
		if err = c.send(ctx, nil); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

// retry: loop leaves resumes
func resume(c *client, ctx context.Context) error {
	var off int64
	for n := 0; n < 10; n++ {
		k, err := c.part(ctx, off)
		off += k
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errGone
}

// retry: loop leaves status guard=unsent nodelay=no
func tooMany(c *client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := c.hc.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// A redirect is followed at once; trouble at the server is what is tried again.
//
// retry: loop leaves status n=5 guard=status
func redirectOrTrouble(c *client, req *http.Request) (*http.Response, error) {
	for range 5 {
		resp, err := c.hc.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusFound || resp.StatusCode >= 500 {
			resp.Body.Close()
			continue
		}
		return resp, nil
	}
	return nil, errGone
}

// retry: loop leaves n=3 guard=any !status
func statusOrError(c *client, req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = c.hc.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// retry: loop leaves op=c.hc.Do n=3
func judged(c *client, req *http.Request) (*http.Response, error) {
	var last error
	for range 3 {
		resp, err := c.hc.Do(req)
		if err != nil {
			return nil, err
		}
		if last = check(resp); last == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, last
}

func check(resp *http.Response) error {
	if resp.StatusCode >= 500 {
		return fmt.Errorf("answered %s", resp.Status)
	}
	return nil
}

// retry: loop leaves status
func waitAsked(c *client, ctx context.Context) (int, error) {
	for {
		n, wait, err := c.fetch(ctx)
		if err != nil {
			return 0, err
		}
		if wait == 0 {
			return n, nil
		}
		time.Sleep(wait)
	}
}

// retry: loop leaves n=5
func againResult(c *client, ctx context.Context) error {
	for n := 0; n < 5; n++ {
		again, err := c.try(ctx)
		if err == nil {
			return nil
		}
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return errGone
}

// retry: loop leaves ops=2 op=c.dial op=use
func twoSteps(c *client, ctx context.Context) error {
	for {
		conn, err := c.dial(ctx, "a")
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if err := use(ctx, conn); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func use(ctx context.Context, conn net.Conn) error {
	_, err := conn.Write(nil)
	return err
}

// retry: loop leaves op=c.sendTo n=4
func readThenWrite(c *client, ctx context.Context) error {
	for n := 0; n < 4; n++ {
		k, err := c.part(ctx, 0)
		if err != nil {
			return err
		}
		err = c.sendTo(ctx, "a", []byte{byte(k)})
		if err == nil {
			return nil
		}
		if !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
	return errBusy
}

// retry: loop leaves n=3
func literalInPlace(c *client, ctx context.Context) error {
	var err error
	for range 3 {
		err = func() error {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			return c.send(ctx, nil)
		}()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// retry: loop leaves op=c.send n=3
func inSwitch(c *client, ctx context.Context) error {
	for n := 1; ; n++ {
		switch err := c.send(ctx, nil); {
		case err == nil:
			return nil
		case errors.Is(err, errGone), n == 3:
			return err
		default:
			time.Sleep(time.Second)
		}
	}
}

// retry: loop leaves op=c.send
func outerLoop(c *client, ctx context.Context, items [][]byte) error {
	var err error
	for range 3 {
		for _, it := range items {
			if err = c.send(ctx, it); err != nil {
				break
			}
		}
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// retry: loop leaves op=c.send n=unbounded nodelay=yes
func labelled(c *client, ctx context.Context, items [][]byte) {
again:
	for {
		for _, it := range items {
			if err := c.send(ctx, it); err != nil {
				continue again
			}
		}
		return
	}
}

// retry: loop leaves n=unbounded stops=yes check=ctx,leaves
func whileAlive(c *client, ctx context.Context) error {
	for ctx.Err() == nil {
		if err := c.send(ctx, nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

// retry: loop leaves n=unbounded
func untilClosed(c *client, stopped *atomic.Bool, ctx context.Context) {
	for !stopped.Load() && !c.closed {
		if err := c.send(ctx, nil); err == nil {
			return
		}
		select {
		case <-c.stop:
			return
		case <-time.After(time.Second):
		}
	}
}

// retry: loop leaves jitter=yes n=4 obeys=yes
func throughHelper(c *client, ctx context.Context) error {
	for n := 0; n < 4; n++ {
		err := c.send(ctx, nil)
		if err == nil {
			return nil
		}
		if err := c.pause(ctx, n); err != nil {
			return err
		}
	}
	return errBusy
}

func (c *client) pause(ctx context.Context, n int) error {
	d := c.base << min(n, 5)
	t := time.NewTimer(d/2 + rand.N(d))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// retry: loop continues overflow=36 n=unbounded
func overflowing(c *client, ctx context.Context) error {
	failures := 0
	for {
		err := c.send(ctx, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print(err)
		d := 500 * time.Millisecond * (1 << failures)
		if d > time.Minute {
			d = time.Minute
		}
		failures++
		time.Sleep(d)
	}
}

// retry: loop leaves !overflow=36 n=10
func notOverflowing(c *client, ctx context.Context) error {
	for n := range 10 {
		if err := c.send(ctx, nil); err == nil {
			return nil
		}
		time.Sleep(500 * time.Millisecond << n)
	}
	return errBusy
}

// retry: loop continues collapsed jitter=no
func collapsed(c *client, ctx context.Context) {
	for {
		err := c.send(ctx, nil)
		log.Print(err)
		time.Sleep(time.Second * time.Duration(1+0.3*rand.Float64()))
	}
}

// retry: loop continues nodelay=yes n=unbounded
func consumer(c *client, ctx context.Context, handle func(int64)) {
	for {
		n, err := c.part(ctx, 0)
		if err != nil {
			log.Print(err)
			continue
		}
		handle(n)
	}
}

// retry: loop continues nodelay=maybe delays=1 stops=yes
func consumerNamed(c *client, ctx context.Context, handle func(int64)) {
	for ctx.Err() == nil {
		n, err := c.part(ctx, 0)
		if errors.Is(err, errBusy) {
			continue
		}
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		handle(n)
	}
}

// retry: loop continues nodelay=no periodic
func ticking(c *client, ctx context.Context) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := c.send(ctx, nil); err != nil {
				log.Print(err)
			}
		}
	}
}

// retry: loop continues nodelay=no
func waitsInHelper(c *client, ctx context.Context) {
	for {
		if err := c.send(ctx, nil); err != nil {
			backOff()
			continue
		}
	}
}

func backOff() { time.Sleep(time.Second) }

// retry: loop continues nodelay=maybe
func waitsElsewhere(c *client, ctx context.Context, w interface{ Wait(context.Context) error }) {
	for {
		if err := w.Wait(ctx); err != nil {
			return
		}
		if err := c.send(ctx, nil); err != nil {
			continue
		}
	}
}

// retry: loop leaves nodelay=yes n=3
func oneArmLacksTheDelay(c *client, ctx context.Context) error {
	for range 3 {
		err := c.send(ctx, nil)
		var ne net.Error
		switch {
		case err == nil:
			return nil
		case errors.As(err, &ne):
			continue
		default:
			time.Sleep(time.Second)
		}
	}
	return errBusy
}

// retry: loop leaves local n=3
func localFile(name string) (err error) {
	for range 3 {
		if err = remove(name); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

func remove(name string) error { return os.Remove(name) }

// attempt says beside its error whether that was all.
func (c *client) attempt(ctx context.Context, n int) (bool, error) {
	err := c.send(ctx, nil)
	if err == nil {
		return true, nil
	}
	if n > 3 || errors.Is(err, context.Canceled) {
		return true, err
	}
	time.Sleep(time.Second)
	return false, err
}

// retry: loop leaves nodelay=maybe
func attemptDecides(c *client, ctx context.Context) error {
	var last error
	var tries int
	for {
		var done bool
		done, last = c.attempt(ctx, tries)
		if done {
			break
		}
		log.Print("once more", last)
		tries++
	}
	return last
}

// retry: loop leaves
func sameChunkAgain(c *client, ctx context.Context, p []byte, max int) (int, error) {
	n, failed := 0, 0
	for n < len(p) {
		size := min(1024, len(p)-n)
		err := c.send(ctx, p[n:n+size])
		if err == nil {
			n += size
			continue
		}
		if !errors.Is(err, errBusy) || failed >= max {
			return n, err
		}
		failed++
	}
	return n, nil
}

func noting(ctx context.Context, timedOut *bool) context.Context

// retry: loop leaves
func chunkAgainAfterTimeout(c *client, ctx context.Context, p []byte) (int, error) {
	n := 0
	for n < len(p) {
		timedOut := false
		within := noting(ctx, &timedOut)
		err := c.send(within, p[n:])
		if err == nil {
			n += 10
			continue
		}
		if !timedOut {
			return n, err
		}
	}
	return n, nil
}
