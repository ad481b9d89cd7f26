// Package bad asks a language model for a rhyme, on behalf of a poet with a stop button.
// The pauses between attempts add up to four minutes and are slept to the end, whether the poet
// has pressed the button or the minute of the request is over.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

var pauses = []time.Duration{2 * time.Second, 15 * time.Second, 45 * time.Second, 180 * time.Second}

type answer struct {
	Rhyme string `json:"rhyme"`
}

type overload struct{ status int }

func (o overload) Error() string { return fmt.Sprintf("model overloaded: %d", o.status) }

// Backend is a model behind HTTP. Asking has no effect there.
type Backend struct {
	url    string
	client *http.Client
	log    *slog.Logger
}

// Rhyme returns a word that rhymes.
func (b *Backend) Rhyme(ctx context.Context, word string) (string, error) {
	body, err := json.Marshal(map[string]string{"word": word})
	if err != nil {
		return "", err
	}
	for i := 0; ; i++ { // OR retry-timeout
		a, err := b.call(ctx, body)
		if err == nil {
			return a.Rhyme, nil
		}
		var o overload
		if !errors.As(err, &o) || i == len(pauses) {
			return "", err
		}
		wait := pauses[i]/2 + rand.N(pauses[i]/2)
		b.log.Info("model overloaded", "wait", wait)
		time.Sleep(wait) // EXPECT retry-timeout
	}
}

func (b *Backend) call(ctx context.Context, body []byte) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		return nil, overload{resp.StatusCode}
	case resp.StatusCode != http.StatusOK:
		return nil, errors.New(resp.Status)
	}
	var a answer
	return &a, json.NewDecoder(resp.Body).Decode(&a)
}
