// Package good asks the depot planner where a tram sleeps tonight. While the planner rebuilds
// its plan it answers 503, and the client waits fifteen seconds before it asks again. The
// budget leaves room for all tries and both waits.
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
	placeTries   = 3
	callLimit    = 4 * time.Second
	rebuildPause = 15 * time.Second
	placeBudget  = placeTries*callLimit + (placeTries-1)*(rebuildPause+time.Second) + time.Second
)

var errRebuilding = errors.New("plan is being rebuilt")

// Place is a track in a depot.
type Place struct {
	Depot string `json:"depot"`
	Track int    `json:"track"`
}

// Planner is a client of the depot planner.
type Planner struct {
	base string
	web  *http.Client
	log  *slog.Logger
}

// Place returns tonight's place of a tram.
func (p *Planner) Place(ctx context.Context, tram string) (Place, error) {
	ctx, cancel := context.WithTimeout(ctx, placeBudget)
	defer cancel()
	for try := 1; ; try++ {
		place, err := p.ask(ctx, tram)
		if err == nil {
			return place, nil
		}
		if try == placeTries || !errors.Is(err, errRebuilding) {
			return Place{}, fmt.Errorf("place of tram %s: %w", tram, err)
		}
		p.log.InfoContext(ctx, "planner is rebuilding", "tram", tram, "try", try)
		select {
		case <-time.After(rebuildPause + rand.N(time.Second)):
		case <-ctx.Done():
			return Place{}, fmt.Errorf("place of tram %s: %w", tram, errors.Join(ctx.Err(), err))
		}
	}
}

func (p *Planner) ask(ctx context.Context, tram string) (Place, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/plan/tonight/"+url.PathEscape(tram), nil)
	if err != nil {
		return Place{}, err
	}
	resp, err := p.web.Do(req)
	if err != nil {
		return Place{}, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var place Place
		err = json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&place)
		return place, err
	case http.StatusServiceUnavailable:
		return Place{}, errRebuilding
	default:
		return Place{}, fmt.Errorf("planner answered %s", resp.Status)
	}
}
