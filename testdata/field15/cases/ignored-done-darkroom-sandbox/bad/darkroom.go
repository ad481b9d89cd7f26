// Package darkroom develops raw photographs with recipes that users bring along.
// Each run gets a sandbox of its own at the render farm.
package darkroom

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

const (
	developLimit = 2 * time.Minute
	maxPicture   = 64 << 20
)

// Farm is a client of the render farm.
type Farm struct {
	base string
	hc   *http.Client
	log  *slog.Logger
}

// New returns a client of the farm at base.
func New(base string, log *slog.Logger) *Farm {
	return &Farm{base: base, hc: &http.Client{Timeout: developLimit}, log: log}
}

// Develop runs a recipe on a raw picture. The sandbox is gone afterwards.
func (f *Farm) Develop(ctx context.Context, recipe string, raw []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, developLimit)
	defer cancel()

	box, err := f.open(ctx, recipe)
	if err != nil {
		return nil, fmt.Errorf("open sandbox: %w", err)
	}
	defer func() {
		if err := f.remove(ctx, box); err != nil { // EXPECT ignored-done
			f.log.Warn("sandbox left behind", "sandbox", box, "err", err)
		}
	}()

	resp, err := f.send(ctx, http.MethodPost, "/sandboxes/"+url.PathEscape(box)+"/develop", raw)
	if err != nil {
		return nil, fmt.Errorf("develop in %s: %w", box, err)
	}
	defer resp.Body.Close()
	picture, err := io.ReadAll(io.LimitReader(resp.Body, maxPicture))
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	return picture, nil
}

func (f *Farm) open(ctx context.Context, recipe string) (string, error) {
	raw, err := json.Marshal(map[string]string{"recipe": recipe})
	if err != nil {
		return "", err
	}
	resp, err := f.send(ctx, http.MethodPost, "/sandboxes", raw)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var box struct {
		ID string `json:"id"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&box); err != nil {
		return "", fmt.Errorf("decode sandbox: %w", err)
	}
	return box.ID, nil
}

func (f *Farm) remove(ctx context.Context, box string) error {
	resp, err := f.send(ctx, http.MethodDelete, "/sandboxes/"+url.PathEscape(box), nil) // OR ignored-done
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (f *Farm) send(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, f.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 300 {
		resp.Body.Close()
		return nil, fmt.Errorf("farm answered %s", resp.Status)
	}
	return resp, nil
}
