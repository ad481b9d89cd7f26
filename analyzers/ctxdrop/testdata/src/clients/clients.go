// Package clients keeps clients of libraries that take no contexts.
package clients

import (
	"context"
	"net"
	"time"

	"github.com/acme/dav"
	"github.com/pkg/sftp"
)

type remote struct{ client *sftp.Client }

func NewRemote(conn net.Conn) (*remote, error) {
	c, err := sftp.NewClient(conn)
	return &remote{client: c}, err
}

func (r *remote) get(ctx context.Context) (*sftp.Client, error) { return r.client, nil }

// One client is one cause, whatever is asked of it.
func (r *remote) Make(ctx context.Context, p string) error {
	c, err := r.get(ctx)
	if err != nil {
		return err
	}
	return c.Mkdir(p) // want `\(\*remote\).Make, \(\*remote\).Drop and \(\*remote\).Move of type remote wait without a context, though they take one: \(\*remote\).Make → \(\*sftp.Client\).Mkdir; close the client from context.AfterFunc`
}

func (r *remote) Drop(ctx context.Context, p string) error {
	c, err := r.get(ctx)
	if err != nil {
		return err
	}
	return c.Remove(p)
}

func (r *remote) Move(ctx context.Context, p, q string) error {
	c, err := r.get(ctx)
	if err != nil {
		return err
	}
	return c.Rename(p, q)
}

// This one has a form with a context.
func (r *remote) List(ctx context.Context, p string) error {
	c, err := r.get(ctx)
	if err != nil {
		return err
	}
	_, err = c.ReadDir(p) // want `\(\*remote\).List takes ctx and waits without it: .*ReadDirContext`
	return err
}

type few struct{ client *sftp.Client }

func NewFew(conn net.Conn) (*few, error) {
	c, err := sftp.NewClient(conn)
	return &few{client: c}, err
}

func (f *few) get(ctx context.Context) (*sftp.Client, error) { return f.client, nil }

func (f *few) Drop(ctx context.Context, p string) error {
	c, err := f.get(ctx)
	if err != nil {
		return err
	}
	return c.Remove(p) // want `\(\*few\).Drop takes ctx and waits without it`
}

// The client has a limit of its own.
func limited(ctx context.Context, url string) (*dav.Client, error) {
	c := dav.New(url)
	c.SetTimeout(30 * time.Second)
	return c, c.Connect()
}

// This one has none.
func unlimited(ctx context.Context, url string) (*dav.Plain, error) {
	c := dav.NewPlain(url)
	return c, c.Connect() // want `unlimited takes ctx and waits without it`
}
