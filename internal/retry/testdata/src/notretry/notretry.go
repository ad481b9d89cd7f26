// Package notretry holds loops that look like retries and are none.
package notretry

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	pkgerrors "github.com/pkg/errors"
)

type page struct {
	items []string
	next  string
}

type api struct{}

func (a *api) list(ctx context.Context, token string) (*page, error)
func (a *api) put(ctx context.Context, item string) error
func (a *api) status(ctx context.Context, id string) (string, error)
func (a *api) receive(ctx context.Context) (string, error)
func (a *api) ready(ctx context.Context) bool

var errNotFound, errBusy = errors.New("not found"), errors.New("busy")

// retry: none
func pagination(ctx context.Context, a *api) (all []string, err error) {
	token := ""
	for {
		p, err := a.list(ctx, token)
		if err != nil {
			return nil, err
		}
		all = append(all, p.items...)
		if token = p.next; token == "" {
			return all, nil
		}
	}
}

// retry: none
func emptyPages(ctx context.Context, a *api) (all []string, err error) {
	cursor := ""
	for {
		p, err := a.list(ctx, cursor)
		if err != nil {
			return nil, fmt.Errorf("list: %w", err)
		}
		cursor = p.next
		if len(p.items) == 0 && cursor != "" {
			continue
		}
		all = append(all, p.items...)
		if cursor == "" {
			return all, nil
		}
	}
}

// retry: none
func pollState(ctx context.Context, a *api, id string) error {
	for {
		st, err := a.status(ctx, id)
		if err != nil {
			return err
		}
		if st == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// retry: none
func pollReady(ctx context.Context, a *api) {
	for !a.ready(ctx) {
		time.Sleep(time.Second)
	}
}

// retry: none
func items(ctx context.Context, a *api, list []string) {
	for _, it := range list {
		if err := a.put(ctx, it); err != nil {
			log.Print(err)
		}
	}
}

// The index is called attempt, and is none.
//
// retry: none
func misnamed(ctx context.Context, a *api, list []string) (failed int) {
	for attempt := 0; attempt < len(list); attempt++ {
		if err := a.put(ctx, list[attempt]); err != nil {
			failed++
			continue
		}
	}
	return failed
}

// retry: none
func firstError(ctx context.Context, a *api, list []string) error {
	for _, it := range list {
		if err := a.put(ctx, it); err != nil {
			return err
		}
	}
	return nil
}

// retry: none
func fromChannel(ctx context.Context, a *api, in <-chan string) {
	for it := range in {
		if err := a.put(ctx, it); err != nil {
			log.Print(err)
			continue
		}
		log.Print("put")
	}
}

// retry: none
func eventLoop(ctx context.Context, a *api, in <-chan string) {
	for {
		select {
		case <-ctx.Done():
			return
		case it, ok := <-in:
			if !ok {
				return
			}
			if err := a.put(ctx, it); err != nil {
				log.Print(err)
			}
		}
	}
}

// retry: none
func scanner(ctx context.Context, a *api, r io.Reader) error {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		if err := a.put(ctx, sc.Text()); err != nil {
			log.Print(err)
		}
	}
	return sc.Err()
}

// retry: none
func readAll(r io.Reader) (n int, err error) {
	buf := make([]byte, 512)
	for {
		k, err := r.Read(buf)
		n += k
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// retry: none
func compareAndSwap(v *atomic.Int64, n int64) {
	for {
		old := v.Load()
		if old >= n || v.CompareAndSwap(old, n) {
			return
		}
	}
}

// retry: none
func casGoto(v *atomic.Int64) {
again:
	old := v.Load()
	if !v.CompareAndSwap(old, old+1) {
		goto again
	}
}

// retry: none
func firstThatParses(layouts []string, s string) (time.Time, error) {
	var err error
	for _, l := range layouts {
		var t time.Time
		if t, err = time.Parse(l, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, err
}

// retry: none
func firstNumber(words []string) int {
	for _, w := range words {
		if n, err := strconv.Atoi(w); err == nil {
			return n
		}
	}
	return 0
}

// retry: none
func findFile(dirs []string, name string) (string, error) {
	for _, d := range dirs {
		p := filepath.Join(d, name)
		if _, err := os.Stat(p); err == nil {
			return p, nil
		}
	}
	return "", os.ErrNotExist
}

// retry: none
func upward(dir, name string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

type shelf interface {
	Get(ctx context.Context, key string) (string, error)
}

// retry: none
func search(ctx context.Context, shelves []shelf, key string) (string, error) {
	for _, s := range shelves {
		v, err := s.Get(ctx, key)
		if err == nil {
			return v, nil
		}
		if !errors.Is(err, errNotFound) {
			return "", err
		}
	}
	return "", errNotFound
}

// retry: none
func checkItems(ctx context.Context, a *api, ids []string) error {
	for _, id := range ids {
		st, err := a.status(ctx, id)
		if err != nil {
			return err
		}
		if st == "failed" {
			return errBusy
		}
	}
	return nil
}

// retry: none
func hashing(parts [][]byte) uint64 {
	h := fnv.New64()
	for _, p := range parts {
		if _, err := h.Write(p); err != nil {
			continue
		}
	}
	return h.Sum64()
}

// retry: none
func unwrap(err error) error {
	for {
		u := errors.Unwrap(err)
		if u == nil {
			return err
		}
		err = u
	}
}

// retry: none
func closeAll(ctx context.Context, list []io.Closer) {
	for _, c := range list {
		if err := c.Close(); err != nil {
			log.Print(err)
		}
	}
}

// retry: none
func iterator(ctx context.Context, a *api, it interface {
	Next() bool
	Value() string
	Err() error
}) error {
	for it.Next() {
		if err := a.put(ctx, it.Value()); err != nil {
			log.Print(err)
		}
	}
	if err := it.Err(); err != nil {
		return err
	}
	return nil
}

// retry: none
func goEach(ctx context.Context, a *api, list []string) {
	for _, it := range list {
		go func() {
			if err := a.put(ctx, it); err != nil {
				log.Print(err)
			}
		}()
	}
}

// retry: none
func eintr(fd *os.File) string {
	return fd.Name()
}

// retry: none
func connections(ctx context.Context, l net.Listener, serve func(net.Conn)) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go serve(conn)
	}
}

// An accept loop that goes on after errors is one to look at: it may spin.
//
// retry: loop continues nodelay=yes n=unbounded
func accepting(l net.Listener, serve func(net.Conn)) {
	for {
		conn, err := l.Accept()
		if err != nil {
			log.Print(err)
			continue
		}
		go serve(conn)
	}
}

// retry: none
func judgedItems(ctx context.Context, a *api, names []string) map[string]error {
	errs := make(map[string]error)
	for _, n := range names {
		if err := a.put(ctx, n); err != nil {
			errs[n] = fmt.Errorf("%s: %w", n, err)
			continue
		}
	}
	return errs
}

// retry: none
func deletes(ctx context.Context, a *api, from, to int) error {
	for i := from; i < to; i++ {
		err := a.put(ctx, strconv.Itoa(i))
		if errors.Is(err, errNotFound) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type tuples interface {
	Next(ctx context.Context) (string, error)
}

var errIteratorDone = errors.New("iterator done")

// retry: none
func chained(ctx context.Context, list []tuples) (string, error) {
	for len(list) > 0 {
		v, err := list[0].Next(ctx)
		if err == nil {
			return v, nil
		}
		if !errors.Is(err, errIteratorDone) {
			return "", err
		}
		list = list[1:]
	}
	return "", errIteratorDone
}

// retry: none
func collects(ctx context.Context, it tuples) (out []string) {
	for {
		v, err := it.Next(ctx)
		if errors.Is(err, errIteratorDone) {
			return out
		}
		if err != nil {
			log.Print(err)
			continue
		}
		out = append(out, v)
	}
}

type queue struct {
	mu    chan struct{}
	items []string
}

func (q *queue) next() string {
	it := q.items[0]
	q.items = q.items[1:]
	return it
}

// retry: none
func drains(ctx context.Context, a *api, q *queue) {
	for {
		it := q.next()
		if it == "" {
			return
		}
		if err := a.put(ctx, it); err != nil {
			log.Print(err)
		}
	}
}

type input struct{ marker string }

func (a *api) page(ctx context.Context, in *input) (*output, error)

type output struct {
	uploads []string
	next    string
}

// retry: none
func movingMarker(ctx context.Context, a *api) error {
	in := &input{}
	for {
		out, err := a.page(ctx, in)
		if err != nil {
			return err
		}
		if len(out.uploads) == 0 {
			return nil
		}
		in.marker = out.next
	}
}

// An item that could not be checked is left for later; so is the next.
//
// retry: none
func verifyAndRepair(ctx context.Context, a *api, ids []string) {
	for _, id := range ids {
		_, err := a.status(ctx, id)
		if err == nil {
			continue
		}
		if err = a.put(ctx, id); err != nil {
			log.Print(err)
			continue
		}
		log.Print("repaired")
	}
}

type secretName struct {
	name  string
	token bool
}

func get(ctx context.Context, name string) ([]byte, error)

// Absence leads on to the next name; the last error, an absence, is the answer.
//
// retry: none
func firstSecret(ctx context.Context, names []secretName) (dt []byte, err error) {
	var err2 error
	for _, s := range names {
		dt, err2 = get(ctx, s.name)
		if err2 != nil {
			if pkgerrors.Is(err2, errNotFound) {
				continue
			}
			return nil, err2
		}
		if s.token {
			dt = append([]byte("basic "), dt...)
		}
		break
	}
	return dt, err2
}

type layers struct{ dirs []string }

func join(dir, sub string) (string, error)

// The place is made from an element in two steps, counted from the end.
//
// retry: none
func (l *layers) topmost(sub string) (os.FileInfo, error) {
	var found os.FileInfo
	for i := range l.dirs {
		dir := l.dirs[len(l.dirs)-1-i]
		path, err := join(dir, sub)
		if err != nil {
			return nil, err
		}
		if st, err := os.Lstat(path); err == nil {
			found = st
			break
		} else if pkgerrors.Is(err, syscall.ENOENT) {
			continue
		} else {
			return nil, err
		}
	}
	return found, nil
}

// step says beside its error whether there is more to do: false is no failure.
func (a *api) step(ctx context.Context, n int) (bool, error) {
	p, err := a.list(ctx, strconv.Itoa(n))
	if err != nil {
		return true, err
	}
	if p.next == "" {
		return true, nil
	}
	return false, nil
}

// retry: none
func stepsUntilDone(ctx context.Context, a *api) (err error) {
	for n := 0; ; n++ {
		var done bool
		done, err = a.step(ctx, n)
		if done {
			break
		}
	}
	return err
}

// A failing element is left out: the counter moves on whatever comes of it.
//
// retry: none
func movesOnAnyway(ctx context.Context, a *api, names []string) {
	n := 0
	for n < len(names) {
		if err := a.put(ctx, names[n]); err != nil {
			log.Print(err)
			n++
			continue
		}
		n++
	}
}

// Each turn is about another element that the queue brings, until there are enough.
//
// retry: none
func enoughOfThem(ctx context.Context, a *api, want int) {
	n := 0
	for n < want {
		name, err := a.receive(ctx)
		if err != nil {
			return
		}
		if err := a.put(ctx, name+strconv.Itoa(n)); err != nil {
			continue
		}
		n++
	}
}

// An answer that sends elsewhere is followed: nothing has failed.
//
// retry: none
func followsRedirects(c *http.Client, url string) (*http.Response, error) {
	for n := 0; ; {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusMovedPermanently {
			if n++; n > 10 {
				return resp, errors.New("too many redirects")
			}
			url = resp.Header.Get("Location")
			continue
		}
		return resp, nil
	}
}

// retry: none
func followsEvery(c *http.Client, url string) (*http.Response, error) {
	for range 5 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case http.StatusFound, http.StatusTemporaryRedirect:
			url = resp.Header.Get("Location")
			continue
		}
		if resp.StatusCode < 300 || resp.StatusCode >= 400 {
			return resp, nil
		}
		url = resp.Header.Get("Location")
	}
	return nil, errors.New("too many redirects")
}
