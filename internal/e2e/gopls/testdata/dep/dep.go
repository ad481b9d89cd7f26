// Package dep is in another module than its user.
package dep

import (
	"io"
	"net"
)

// Ask asks a server and waits for what it says.
func Ask(addr string) (string, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	text, err := io.ReadAll(conn)
	return string(text), err
}
