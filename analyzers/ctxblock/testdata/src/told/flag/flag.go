// Package flag waits, or not, as a flag says.
package flag

import "net/http"

// Tell asks the network only if it is told to.
func Tell(addr string, remote bool) error {
	if !remote {
		return nil
	}
	_, err := http.Get(addr)
	return err
}
