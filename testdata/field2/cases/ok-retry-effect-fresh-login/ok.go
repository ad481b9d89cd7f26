// Package ok orders firewood with a login that may be over. The POST is sent a second time
// after 401; it is right, because the service has refused the first unread, and the body is
// made anew.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Login gives tokens.
type Login interface {
	Token(ctx context.Context, renew bool) (string, error)
}

// Shop sells firewood.
type Shop struct {
	hc    *http.Client
	url   string
	login Login
}

// New returns a shop.
func New(url string, login Login) *Shop {
	return &Shop{hc: &http.Client{Timeout: 10 * time.Second}, url: url, login: login}
}

// Order is an order.
type Order struct {
	Steres int    `json:"steres"`
	Street string `json:"street"`
}

// Place places an order.
func (s *Shop) Place(ctx context.Context, o Order) error {
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	for _, renew := range []bool{false, true} {
		status, err := s.post(ctx, raw, renew)
		if err != nil {
			return err
		}
		switch status {
		case http.StatusCreated:
			return nil
		case http.StatusUnauthorized:
			continue
		default:
			return fmt.Errorf("order: status %d", status)
		}
	}
	return fmt.Errorf("order: login refused")
}

func (s *Shop) post(ctx context.Context, raw []byte, renew bool) (int, error) {
	token, err := s.login.Token(ctx, renew)
	if err != nil {
		return 0, fmt.Errorf("login: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/orders", bytes.NewReader(raw))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := s.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<12))
	return resp.StatusCode, err
}
