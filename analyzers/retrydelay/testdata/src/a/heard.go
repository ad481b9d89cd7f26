package a

import (
	"errors"
	"net"
)

var errEmpty = errors.New("empty")

// What one packet says is for the next turn: it comes when it comes.
func discovers(c net.PacketConn) (bool, error) {
	for {
		ok, next, err := packet(c)
		if next {
			continue
		}
		if err != nil {
			return false, err
		}
		return ok, nil
	}
}

func packet(c net.PacketConn) (ok, next bool, err error) {
	b := make([]byte, 1500)
	n, _, err := c.ReadFrom(b)
	if err != nil {
		return false, false, err
	}
	if n == 0 {
		return false, true, errEmpty
	}
	return true, false, nil
}

// It is asked again, and nothing paces that.
func asksOn(addr string) (bool, error) {
	for {
		ok, next, err := ask(addr)
		if next {
			continue // want `after a failure ask is tried again at once`
		}
		if err != nil {
			return false, err
		}
		return ok, nil
	}
}

func ask(addr string) (ok, next bool, err error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return false, true, err
	}
	return true, false, c.Close()
}
