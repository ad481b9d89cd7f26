// Package cloud is a client of a compute API that answers when a machine runs.
package cloud

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// ErrFull is the API's refusal of a machine for lack of room; nothing was created.
var ErrFull = errors.New("no capacity")

// Cloud is the API.
type Cloud struct {
	URL    string
	Client *http.Client
}

// CreateInstance creates a machine from a template.
func (c *Cloud) CreateInstance(ctx context.Context, template string, labels map[string]string) (string, error) {
	raw, err := json.Marshal(map[string]any{"template": template, "labels": labels})
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/instances", bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.Client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusCreated:
		var in struct {
			ID string `json:"id"`
		}
		err = json.NewDecoder(resp.Body).Decode(&in)
		return in.ID, err
	case http.StatusInsufficientStorage:
		return "", ErrFull
	}
	return "", fmt.Errorf("create instance: %s", resp.Status)
}
