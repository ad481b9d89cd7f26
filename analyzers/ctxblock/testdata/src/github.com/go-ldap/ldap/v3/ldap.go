package ldap

import "net"

type Conn struct{}

type DialOpt func()

func DialWithDialer(d *net.Dialer) DialOpt { return nil }

func DialURL(addr string, opts ...DialOpt) (*Conn, error) { return nil, nil }

func (c *Conn) Close() error { return nil }
