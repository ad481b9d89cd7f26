// Package good registers newsletter subscribers.
package good

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"faultfield4/cases/blocking-no-ctx-signup-mx/good/mailaddr"
)

const signupLimit = 5 * time.Second

// Subscribers stores confirmed addresses.
type Subscribers interface {
	Add(ctx context.Context, address string) error
}

// Signup is the sign-up form.
type Signup struct {
	subscribers Subscribers
	checker     *mailaddr.Checker
	log         *slog.Logger
}

// ServeHTTP handles a submitted form.
func (s *Signup) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), signupLimit)
	defer cancel()

	address, err := s.checker.Check(ctx, r.PostFormValue("email"))
	if errors.Is(err, mailaddr.ErrInvalid) || errors.Is(err, mailaddr.ErrNoMail) {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	if err == nil {
		err = s.subscribers.Add(ctx, address)
	}
	if err != nil {
		s.log.ErrorContext(ctx, "sign-up failed", "err", err)
		http.Error(w, "please try later", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
