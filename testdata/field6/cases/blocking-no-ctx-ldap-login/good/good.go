// Package good is the login form of an internal site.
package good

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"faultfield6/cases/blocking-no-ctx-ldap-login/good/directory"
)

// Login is the handler behind the form; open starts the session of a user.
func Login(d *directory.Directory, open func(w http.ResponseWriter, dn string) error, log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 4096)
		ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
		defer cancel()
		dn, err := d.Check(ctx, r.PostFormValue("user"), r.PostFormValue("password"))
		if errors.Is(err, directory.ErrDenied) {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		if err == nil {
			err = open(w, dn)
		}
		if err != nil {
			log.ErrorContext(ctx, "login", "err", err)
			http.Error(w, "login is not possible right now", http.StatusServiceUnavailable)
		}
	}
}
