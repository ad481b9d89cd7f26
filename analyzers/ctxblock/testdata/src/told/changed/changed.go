// Package changed makes up its mind itself.
package changed

import "net/http"

// Changed makes up its mind itself.
func Changed(addr string, remote bool) error {
	if addr != "" {
		remote = true
	}
	if remote {
		_, err := http.Get(addr)
		return err
	}
	return nil
}
