// Package notice sends text messages through the house's message service.
package notice

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Sender posts messages.
type Sender struct {
	http *http.Client
	url  string
}

// NewSender returns a Sender for the service at url.
func NewSender(url string) *Sender {
	return &Sender{http: &http.Client{Timeout: 3 * time.Second}, url: url}
}

// Booked tells the guest that the booking is made.
func (s *Sender) Booked(ctx context.Context, guest, booking string) error {
	raw, err := json.Marshal(map[string]string{"to": guest, "text": "Your seat is booked, number " + booking})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/messages", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("message service answered %s", resp.Status)
	}
	return nil
}
