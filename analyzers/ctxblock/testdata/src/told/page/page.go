// Package page waits, or not, as a number says.
package page

import "net/http"

// Page asks for more only from the second page on.
func Page(addr string, page int) error {
	if page > 1 {
		_, err := http.Get(addr)
		return err
	}
	return nil
}
