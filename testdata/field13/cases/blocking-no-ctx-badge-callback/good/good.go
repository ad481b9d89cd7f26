// Package good lets exhibitors sign in with the fair's identity service. The callback trades
// the code for a token under the request's context, with a client that has a timeout.
package good

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Issuer is the fair's identity service.
type Issuer struct {
	TokenURL string
	ID       string
	Secret   string
	Back     string // where it sends the visitor
}

// Sessions keeps who is signed in.
type Sessions interface {
	Begin(w http.ResponseWriter, r *http.Request, token string) error
}

// SignIn is the callback of the sign-in.
type SignIn struct {
	issuer   Issuer
	sessions Sessions
	hc       *http.Client
	log      *slog.Logger
}

// NewSignIn returns the callback.
func NewSignIn(i Issuer, s Sessions, log *slog.Logger) *SignIn {
	return &SignIn{issuer: i, sessions: s, hc: &http.Client{Timeout: 10 * time.Second}, log: log}
}

// ServeHTTP takes the visitor who comes back from the identity service.
func (s *SignIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	state, err := r.Cookie("signin-state")
	if err != nil || subtle.ConstantTimeCompare([]byte(state.Value), []byte(r.FormValue("state"))) != 1 {
		http.Error(w, "sign in again", http.StatusBadRequest)
		return
	}
	token, err := s.issuer.trade(r.Context(), s.hc, r.FormValue("code"))
	if err != nil {
		s.log.Error("sign in", "err", err)
		http.Error(w, "the identity service does not answer", http.StatusBadGateway)
		return
	}
	if err := s.sessions.Begin(w, r, token); err != nil {
		s.log.Error("begin session", "err", err)
		http.Error(w, "sign in again", http.StatusInternalServerError)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// trade gets the token that belongs to a code.
func (i *Issuer) trade(ctx context.Context, hc *http.Client, code string) (string, error) {
	form := url.Values{
		"grant_type":    {"authorization_code"},
		"code":          {code},
		"redirect_uri":  {i.Back},
		"client_id":     {i.ID},
		"client_secret": {i.Secret},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, i.TokenURL, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := hc.Do(req)
	if err != nil {
		return "", fmt.Errorf("trade code: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("trade code: %s", resp.Status)
	}
	var t struct {
		AccessToken string `json:"access_token"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&t); err != nil {
		return "", fmt.Errorf("trade code: %w", err)
	}
	if t.AccessToken == "" {
		return "", errors.New("trade code: no token")
	}
	return t.AccessToken, nil
}
