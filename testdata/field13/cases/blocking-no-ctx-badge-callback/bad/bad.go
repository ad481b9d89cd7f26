// Package bad lets exhibitors sign in with the fair's identity service. The callback trades
// the code for a token with http.PostForm: the default client has no timeout and no context,
// so an identity service that hangs keeps each callback, and the server's shutdown, for ever.
package bad

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
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
	log      *slog.Logger
}

// NewSignIn returns the callback.
func NewSignIn(i Issuer, s Sessions, log *slog.Logger) *SignIn {
	return &SignIn{issuer: i, sessions: s, log: log}
}

// ServeHTTP takes the visitor who comes back from the identity service.
func (s *SignIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	state, err := r.Cookie("signin-state")
	if err != nil || subtle.ConstantTimeCompare([]byte(state.Value), []byte(r.FormValue("state"))) != 1 {
		http.Error(w, "sign in again", http.StatusBadRequest)
		return
	}
	token, err := s.issuer.trade(r.FormValue("code")) // OR blocking-no-ctx
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
func (i *Issuer) trade(code string) (string, error) { // OR blocking-no-ctx
	form := url.Values{
		"grant_type":    {"authorization_code"},
		"code":          {code},
		"redirect_uri":  {i.Back},
		"client_id":     {i.ID},
		"client_secret": {i.Secret},
	}
	resp, err := http.PostForm(i.TokenURL, form) // EXPECT blocking-no-ctx
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
