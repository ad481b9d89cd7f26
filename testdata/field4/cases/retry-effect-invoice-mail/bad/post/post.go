// Package post is a client of the mail provider.
package post

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Letter is a mail.
type Letter struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// Office hands letters to the provider.
type Office struct {
	http *http.Client
	url  string
}

// NewOffice returns an Office for the provider at url.
func NewOffice(url string) *Office {
	return &Office{http: &http.Client{Timeout: 10 * time.Second}, url: url}
}

// Send hands in a letter.
func (o *Office) Send(ctx context.Context, l Letter) error {
	raw, err := json.Marshal(l)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url+"/email", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := o.http.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("mail provider: %s", resp.Status)
	}
	return nil
}
