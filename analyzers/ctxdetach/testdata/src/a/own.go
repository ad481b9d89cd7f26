package a

import (
	"context"
	"net/http"
)

// A link ends its context when it is closed.
type link struct {
	ctx     context.Context
	streams chan int
}

func (l *link) Context() context.Context { return l.ctx }

func (l *link) Accept(ctx context.Context) (int, error) {
	select {
	case s := <-l.streams:
		return s, nil
	case <-l.ctx.Done():
		return 0, l.ctx.Err()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Right: the only context at hand is that of the link itself, which ends its calls.
func serveLink(l *link, serve func(context.Context, int)) error {
	for {
		s, err := l.Accept(context.Background())
		if err != nil {
			return err
		}
		serve(l.Context(), s)
	}
}

// Another link's end does not reach this one.
func relay(from, to *link, serve func(context.Context, int)) error {
	for {
		s, err := to.Accept(context.Background()) // want `the end of from.Context\(\) does not reach \(\*link\).Accept`
		if err != nil {
			return err
		}
		serve(from.Context(), s)
	}
}

type routes map[string]http.Handler

func (t routes) match(r *http.Request) bool { return t[r.URL.Path] != nil }

// Right: the copy is only looked at.
func (t routes) slashed(w http.ResponseWriter, r *http.Request) {
	with := r.Clone(context.Background())
	with.URL.Path += "/"
	with.Header.Set("Accept", "*/*")
	if t.match(with) {
		http.Redirect(w, r, r.URL.String()+"/", http.StatusMovedPermanently)
	}
}

// The copy is sent.
func (t routes) forwarded(w http.ResponseWriter, r *http.Request) {
	out := r.Clone(context.Background()) // want `the end of r.Context\(\) does not reach \(\*Client\).Do`
	out.URL.Host = "upstream"
	resp, err := http.DefaultClient.Do(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}
