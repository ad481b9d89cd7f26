// Package by waits, or not, as a name says.
package by

import "net/http"

// By sends something the way that it is told.
func By(way, text string) error {
	switch way {
	case "", "none":
		return nil
	case "mail":
		_, err := http.Get("http://mail.example/" + text)
		return err
	}
	return nil
}
