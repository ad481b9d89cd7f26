// Package b says by an error what became of a connection.
package b

import "errors"

var ErrStale = errors.New("stale connection")
