package a

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

type table map[string]string

type lazy struct {
	once  sync.Once
	store Store
	val   string
	err   error
}

func (l *lazy) get(ctx context.Context) (string, error) {
	l.once.Do(func() {
		l.val, l.err = l.store.Load(ctx, "k") // want `Store.Load runs under ctx, the context of the first caller, but \(\*Once\).Do runs once for all callers`
	})
	return l.val, l.err
}

func (l *lazy) getHelper(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	l.once.Do(func() { l.load(ctx) }) // want `\(\*lazy\).load runs under ctx, the context of the first caller`
	return l.val, l.err
}

func (l *lazy) load(ctx context.Context) { l.val, l.err = l.store.Load(ctx, "k") }

func (l *lazy) getRight(ctx context.Context) (string, error) {
	l.once.Do(func() {
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		l.val, l.err = l.store.Load(own, "k")
	})
	return l.val, l.err
}

// One call's own.
func (l *lazy) local(ctx context.Context) (val string, err error) {
	var once sync.Once
	for range 3 {
		once.Do(func() { val, err = l.store.Load(ctx, "k") })
	}
	return val, err
}

// It has no caller's.
func (l *lazy) warm() {
	l.once.Do(func() { l.val, l.err = l.store.Load(context.Background(), "k") })
}

type flight struct {
	done chan struct{}
	val  string
	err  error
}

type flights struct {
	mu    sync.Mutex
	m     map[string]*flight
	store Store
}

func (f *flights) get(ctx context.Context, key string) (string, error) {
	f.mu.Lock()
	if c, ok := f.m[key]; ok {
		f.mu.Unlock()
		<-c.done
		return c.val, c.err
	}
	c := &flight{done: make(chan struct{})}
	f.m[key] = c
	f.mu.Unlock()
	c.val, c.err = f.store.Load(ctx, key) // want `Store.Load runs under ctx, the context of the first caller, but the other callers wait for this result`
	close(c.done)
	return c.val, c.err
}

func (f *flights) getGo(ctx context.Context, key string) (string, error) {
	f.mu.Lock()
	c := f.m[key]
	if c == nil {
		c = &flight{done: make(chan struct{})}
		f.m[key] = c
		go func() {
			defer close(c.done)
			c.val, c.err = f.store.Load(ctx, key) // want `Store.Load runs under ctx, the context of the first caller`
		}()
	}
	f.mu.Unlock()
	select {
	case <-c.done:
		return c.val, c.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (f *flights) getRight(ctx context.Context, key string) (string, error) {
	f.mu.Lock()
	c := f.m[key]
	if c == nil {
		c = &flight{done: make(chan struct{})}
		f.m[key] = c
		go func() {
			defer close(c.done)
			own, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			c.val, c.err = f.store.Load(own, key)
		}()
	}
	f.mu.Unlock()
	select {
	case <-c.done:
		return c.val, c.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

type question struct {
	ctx context.Context
	key string
}

func (f *flights) answer(ctx context.Context, qs []question) error {
	for _, q := range qs {
		if _, err := f.store.Load(ctx, q.key); err != nil {
			return err
		}
	}
	return nil
}

func (f *flights) batch(qs []question) error {
	return f.answer(qs[0].ctx, qs) // want `\(\*flights\).answer does the work of all callers in qs under the context of the first`
}

func (f *flights) batchVar(qs []question) error {
	first := qs[0]
	ctx, cancel := context.WithTimeout(first.ctx, time.Second)
	defer cancel()
	return f.answer(ctx, qs) // want `\(\*flights\).answer does the work of all callers in qs`
}

func (f *flights) batchRight(qs []question) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(qs[0].ctx), time.Second)
	defer cancel()
	return f.answer(ctx, qs)
}

// Each under its own.
func (f *flights) each(qs []question) error {
	for i := range qs {
		if _, err := f.store.Load(qs[i].ctx, qs[i].key); err != nil {
			return err
		}
	}
	return nil
}

func (f *flights) alone(qs []question) error {
	_, err := f.store.Load(qs[0].ctx, qs[0].key)
	return err
}

func (s *service) reads(ctx context.Context) (string, error) {
	own, cancel := context.WithTimeout(context.Background(), time.Second) // want `the end of ctx does not reach Store.Load`
	defer cancel()
	return s.store.Load(own, "k")
}

func (s *service) readsAll(ctx context.Context, keys []string) ([]string, error) {
	own, cancel := context.WithTimeout(context.Background(), time.Second) // want `the end of ctx does not reach Store.Load`
	defer cancel()
	slog.InfoContext(ctx, "reads", "keys", len(keys))
	out := make([]string, len(keys))
	var wg sync.WaitGroup
	for i, k := range keys {
		wg.Go(func() { out[i], _ = s.store.Load(own, k) })
	}
	wg.Wait()
	return out, nil
}

// What is written may be meant to be brought to its end.
func (s *service) writesWithin(ctx context.Context) error {
	own, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.store.Save(own, "k", "v")
}

// So may what follows a write.
func (s *service) readsBack(ctx context.Context) (string, error) {
	if err := s.store.Save(ctx, "k", "v"); err != nil {
		return "", err
	}
	own, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.store.Load(own, "k")
}

// It goes on when the caller has gone.
func (s *service) readsLater(ctx context.Context) (string, error) {
	own, cancel := context.WithTimeout(context.Background(), time.Second)
	go func() {
		defer cancel()
		_, _ = s.store.Load(own, "k")
	}()
	return "", nil
}

type styleKey struct{}

func withStyle(ctx context.Context, s string) context.Context {
	return context.WithValue(context.WithoutCancel(ctx), styleKey{}, s) // want `withStyle returns a context that does not end with the one it is given, and \(\*service\).styled calls`
}

func (s *service) styled(ctx context.Context) (string, error) {
	ctx = withStyle(ctx, "bold")
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.store.Load(ctx, "k")
}

func withPlain(ctx context.Context, s string) context.Context {
	return context.WithValue(ctx, styleKey{}, s)
}

func (s *service) plain(ctx context.Context) (string, error) {
	ctx = withPlain(ctx, "bold")
	return s.store.Load(ctx, "k")
}

// Its name says so.
func detached(ctx context.Context, s string) context.Context {
	return context.WithValue(context.WithoutCancel(ctx), styleKey{}, s)
}

func (s *service) onItsOwn(ctx context.Context) (string, error) {
	ctx = detached(ctx, "bold")
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.store.Load(ctx, "k")
}

// It keeps its own beside.
func (s *service) beside(ctx context.Context) error {
	own, cancel := context.WithTimeout(withDim(ctx, "dim"), time.Second)
	defer cancel()
	if err := s.store.Save(ctx, "k", "v"); err != nil {
		return err
	}
	return s.store.Save(own, "k", "audit")
}

func withDim(ctx context.Context, s string) context.Context {
	return context.WithValue(context.WithoutCancel(ctx), styleKey{}, s)
}

// What is called limits itself, by a limit that is not known.
func (s *service) settles(ctx context.Context, limit time.Duration) error {
	return s.settle(context.WithoutCancel(ctx), limit)
}

func (s *service) settle(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	_, err := s.db.ExecContext(ctx, "UPDATE t SET a = 1")
	return err
}

type registry struct {
	ctx    context.Context
	cancel context.CancelFunc
	store  Store
	limit  time.Duration
}

func openRegistry(ctx context.Context, store Store) *registry {
	ctx, cancel := context.WithCancel(ctx)
	return &registry{ctx: ctx, cancel: cancel, store: store}
}

func (r *registry) owner(ctx context.Context, key string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	return r.ask(key)
}

func (r *registry) ask(key string) (string, error) {
	ctx, cancel := context.WithTimeout(r.ctx, r.limit)
	defer cancel()
	return r.store.Load(ctx, key) // want `Store.Load runs under ctx, which was stored when its object was made, so the end of ctx of \(\*registry\).owner does not reach it`
}

func (r *registry) refresh() (string, error) { return r.askAgain("k") }

func (r *registry) askAgain(key string) (string, error) {
	return r.store.Load(r.ctx, key)
}

// Its caller's context has work of its own.
func (r *registry) both(ctx context.Context, key string) (string, error) {
	if err := r.store.Save(ctx, key, "v"); err != nil {
		return "", err
	}
	return r.shared(key)
}

func (r *registry) shared(key string) (string, error) {
	ctx, cancel := context.WithTimeout(r.ctx, r.limit)
	defer cancel()
	return r.store.Load(ctx, key)
}

type room struct {
	ctx   context.Context
	store Store
}

func newRoom(ctx context.Context, s Store) *room { return &room{ctx: ctx, store: s} }

func (r *room) say(text string) error { return r.store.Save(r.ctx, "said", text) }

type task struct {
	ctx context.Context
	key string
}

type house struct {
	rooms map[string]*room
	last  *room
	store Store
	tasks chan task
}

func (h *house) enter(w http.ResponseWriter, r *http.Request) {
	h.rooms[r.FormValue("id")] = newRoom(r.Context(), h.store) // want `what newRoom returns is kept in h.rooms\[r.FormValue\("id"\)\] and lives by r.Context\(\), which ends when \(\*house\).enter returns`
	h.open(r.Context())
}

func (h *house) open(ctx context.Context) {
	rm := &room{ctx: ctx, store: h.store} // want `room is kept in h.last and lives by ctx`
	h.last = rm
}

func (h *house) queue(w http.ResponseWriter, r *http.Request) {
	h.tasks <- task{ctx: r.Context(), key: "k"} // want `task is kept in h.tasks and lives by r.Context\(\)`
}

func (h *house) work() {
	for t := range h.tasks {
		_ = h.store.Save(t.ctx, t.key, "done")
	}
}

func (h *house) enterRight(w http.ResponseWriter, r *http.Request) {
	h.rooms["a"] = newRoom(context.WithoutCancel(r.Context()), h.store)
	h.tasks <- task{ctx: context.WithoutCancel(r.Context()), key: "k"}
}

// It is made for the request.
func (h *house) visit(w http.ResponseWriter, r *http.Request) {
	rm := newRoom(r.Context(), h.store)
	_ = rm.say("hello")
}

// Who makes it is no handler.
func (h *house) furnish(ctx context.Context) {
	h.rooms["b"] = newRoom(ctx, h.store)
}

func (s *service) delays(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	time.AfterFunc(time.Second, func() {
		_ = s.store.Save(ctx, "k", "v") // want `the goroutine runs on under ctx, which ends when \(\*service\).delays returns`
	})
}

func (s *service) delaysAndStops(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	t := time.AfterFunc(time.Second, func() { _ = s.store.Save(ctx, "k", "slow") })
	defer t.Stop()
	_, _ = s.store.Load(ctx, "k")
}

type crew struct {
	wg    sync.WaitGroup
	store Store
}

func (c *crew) takes(w http.ResponseWriter, r *http.Request) {
	c.wg.Go(func() {
		_ = c.store.Save(r.Context(), "k", "v") // want `the goroutine runs on under r.Context\(\), which ends when \(\*crew\).takes returns`
	})
}

func (c *crew) hands(w http.ResponseWriter, r *http.Request) { c.starts(r.Context(), "k") }

func (c *crew) starts(ctx context.Context, key string) {
	go c.saves(ctx, key) // want `the goroutine runs on under ctx, which ends when \(\*crew\).hands returns`
}

func (c *crew) saves(ctx context.Context, key string) { _ = c.store.Save(ctx, key, "v") }

func (c *crew) handsCut(w http.ResponseWriter, r *http.Request) {
	c.startsCut(context.WithoutCancel(r.Context()), "k")
}

func (c *crew) startsCut(ctx context.Context, key string) { go c.saves(ctx, key) }

// It waits for what it has started.
func (c *crew) waitsFor(w http.ResponseWriter, r *http.Request) {
	var wg sync.WaitGroup
	wg.Go(func() { _ = c.store.Save(r.Context(), "k", "v") })
	wg.Wait()
}

type exporter interface {
	Shutdown(ctx context.Context) error
}

type forwarder struct {
	once sync.Once
	exp  exporter
	err  error
}

func (f *forwarder) Shutdown(ctx context.Context) error {
	f.once.Do(func() { f.err = f.exp.Shutdown(ctx) })
	return f.err
}

// Only the first is told.
func (l *lazy) resume(ctx context.Context) (err error) {
	l.once.Do(func() { l.val, err = l.store.Load(ctx, "k") })
	return err
}

func (l *lazy) resumeKept(ctx context.Context) error {
	var err error
	l.once.Do(func() {
		l.val, err = l.store.Load(ctx, "k") // want `Store.Load runs under ctx, the context of the first caller`
		l.err = err
	})
	return l.err
}
