// Package with waits, or not, as a pointer says.
package with

import "net/http"

// With asks at an address of the options, if there are any.
func With(o *Options) error {
	if o == nil {
		return nil
	}
	_, err := http.Get(o.Addr)
	return err
}

// Options say where.
type Options struct{ Addr string }
