// Package good reads the shelf marks of cartoons from an archive's catalogue.
// The error of the last attempt is kept and returned when the attempts are used up.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	tries  = 4
	budget = 45 * time.Second
)

// Mark says where a drawing lies.
type Mark struct {
	Sheet string `json:"sheet"`
	Shelf string `json:"shelf"`
}

// Archive is a client of the catalogue.
type Archive struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewArchive returns a client of the catalogue at base.
func NewArchive(base string, log *slog.Logger) *Archive {
	return &Archive{base: base, client: &http.Client{Timeout: 8 * time.Second}, log: log}
}

// Marks returns the shelf marks of an artist; an artist without any gives none.
func (a *Archive) Marks(ctx context.Context, artist string) ([]Mark, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()

	var err error
	for try := range tries {
		if try > 0 {
			d := 250 * time.Millisecond << try
			select {
			case <-ctx.Done():
				return nil, fmt.Errorf("marks of %s: %w", artist, errors.Join(ctx.Err(), err))
			case <-time.After(d + rand.N(d)):
			}
		}
		var marks []Mark
		var again bool
		marks, again, err = a.query(ctx, artist)
		if err == nil {
			return marks, nil
		}
		if !again || ctx.Err() != nil {
			return nil, fmt.Errorf("marks of %s: %w", artist, err)
		}
		a.log.Warn("catalogue not read", "artist", artist, "try", try+1, "err", err)
	}
	return nil, fmt.Errorf("marks of %s, %d tries: %w", artist, tries, err)
}

// query makes one attempt and says whether another one may help.
func (a *Archive) query(ctx context.Context, artist string) ([]Mark, bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/marks?artist="+url.QueryEscape(artist), nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, resp.StatusCode >= 500, fmt.Errorf("catalogue answered %s", resp.Status)
	}
	var marks []Mark
	if err := json.NewDecoder(io.LimitReader(resp.Body, 2<<20)).Decode(&marks); err != nil {
		return nil, true, fmt.Errorf("decode marks: %w", err)
	}
	return marks, false, nil
}
