// Package ok signs a command-line tool in with a code that the user types in a browser.
// The loop asks again after answers of 400, with a pause that does not grow by itself, and has
// no count. That is right: authorization_pending is how the server says "not yet", the server
// sets the pace, and the code's own lifetime ends the asking.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// ErrExpired says that the user was too slow.
var ErrExpired = errors.New("the code has expired, sign in again")

// Code is what the server gave for the user to type.
type Code struct {
	Device   string `json:"device_code"`
	Lifetime int    `json:"expires_in"`
	Interval int    `json:"interval"`
}

// answer of the token endpoint, one way or the other.
type answer struct {
	Token string `json:"access_token"`
	Fault string `json:"error"`
}

// SignIn asks for tokens.
type SignIn struct {
	hc  *http.Client // with a timeout
	url string
	id  string
}

// Token waits for the user.
func (s *SignIn) Token(ctx context.Context, c Code) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, time.Duration(c.Lifetime)*time.Second, ErrExpired)
	defer cancel()
	pace := max(time.Duration(c.Interval)*time.Second, 5*time.Second)
	for {
		timer := time.NewTimer(pace)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return "", context.Cause(ctx)
		}
		a, err := s.ask(ctx, c.Device)
		if err != nil {
			return "", err
		}
		switch a.Fault {
		case "":
			return a.Token, nil
		case "authorization_pending":
		case "slow_down":
			pace += 5 * time.Second
		default:
			return "", fmt.Errorf("sign in: %s", a.Fault)
		}
	}
}

func (s *SignIn) ask(ctx context.Context, device string) (*answer, error) {
	form := url.Values{
		"grant_type":  {"urn:ietf:params:oauth:grant-type:device_code"},
		"device_code": {device},
		"client_id":   {s.id},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask for token: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusBadRequest {
		return nil, fmt.Errorf("ask for token: %s", resp.Status)
	}
	var a answer
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return nil, fmt.Errorf("ask for token: %w", err)
	}
	return &a, nil
}
