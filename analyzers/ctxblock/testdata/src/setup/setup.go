// Package setup prepares connections: what has its limit by an option, or by
// the connection itself, is no fault.
package setup

import (
	"context"
	"net"
	"time"

	"github.com/go-ldap/ldap/v3"
	amqp "github.com/rabbitmq/amqp091-go"
)

func limited(ctx context.Context, url string) error {
	conn, err := ldap.DialURL(url, ldap.DialWithDialer(&net.Dialer{Timeout: 3 * time.Second}))
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	return nil
}

func limitedBefore(ctx context.Context, url string) error {
	limit := ldap.DialWithDialer(&net.Dialer{Timeout: 3 * time.Second})
	conn, err := ldap.DialURL(url, limit)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	return nil
}

func limitedElsewhere(ctx context.Context, url string, opts ...ldap.DialOpt) error {
	conn, err := ldap.DialURL(url, opts...)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	return nil
}

func unlimited(ctx context.Context, url string) error {
	conn, err := ldap.DialURL(url) // want `ldap.DialURL waits up to 1m without a context, though ctx is at hand`
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	return nil
}

func channel(ctx context.Context, conn *amqp.Connection) (*amqp.Channel, error) {
	defer context.AfterFunc(ctx, func() {})()
	ch, err := conn.Channel()
	if err != nil {
		return nil, err
	}
	return ch, ch.Qos(1, 0, false)
}

func commit(ctx context.Context, ch *amqp.Channel) error {
	defer context.AfterFunc(ctx, func() {})()
	return ch.TxCommit() // want `TxCommit waits without a context, though ctx is at hand`
}
