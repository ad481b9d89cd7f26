// Package ok mails invitations of a parish. The calls of the smtp package take no context, and the connection
// that they use has the context's deadline, or that of the office if the context has none.
package ok

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"text/template"
	"time"
)

var text = template.Must(template.New("invitation").Parse(
	"From: {{.From}}\r\nTo: {{.To}}\r\nSubject: {{.Feast}}\r\n\r\nYou are invited to {{.Feast}} at {{.At}}.\r\n"))

// Invitation is one letter.
type Invitation struct {
	From, To, Feast string
	At              string
}

// Office mails letters.
type Office struct {
	addr  string
	conf  *tls.Config
	limit time.Duration
}

// New returns an office that uses the server at addr and gives it limit for a letter.
func New(addr string, conf *tls.Config, limit time.Duration) *Office {
	return &Office{addr: addr, conf: conf, limit: limit}
}

func (o *Office) dial(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	d := tls.Dialer{Config: o.conf}
	conn, err := d.DialContext(ctx, "tcp", o.addr)
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	deadline, _ := ctx.Deadline()
	if err := conn.SetDeadline(deadline); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// Mail mails an invitation.
func (o *Office) Mail(ctx context.Context, inv Invitation) error {
	var msg bytes.Buffer
	if err := text.Execute(&msg, inv); err != nil {
		return fmt.Errorf("write invitation: %w", err)
	}
	conn, err := o.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := o.talk(conn, inv, msg.Bytes()); err != nil {
		return errors.Join(ctx.Err(), fmt.Errorf("mail %s: %w", inv.To, err))
	}
	return nil
}

func (o *Office) talk(conn net.Conn, inv Invitation, msg []byte) error {
	c, err := smtp.NewClient(conn, o.conf.ServerName)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Mail(inv.From); err != nil {
		return err
	}
	if err := c.Rcpt(inv.To); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(msg); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}

// MailAll mails invitations one after the other, until ctx ends.
func (o *Office) MailAll(ctx context.Context, all []Invitation) error {
	var errs []error
	for _, inv := range all {
		if err := o.Mail(ctx, inv); err != nil {
			errs = append(errs, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(errs...)
}
