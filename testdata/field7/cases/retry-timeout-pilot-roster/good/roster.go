// Package good finds the pilot on duty for a ship by asking the port's roster nodes one by one.
// Each node gets two seconds; only the end of the caller's context ends the search.
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
	"slices"
	"time"
)

const nodeTimeout = 2 * time.Second

// ErrOffDuty means that no pilot is assigned to the ship.
var ErrOffDuty = errors.New("no pilot on duty")

// Pilot is a name with a radio channel.
type Pilot struct {
	Name    string `json:"name"`
	Channel int    `json:"channel"`
}

// Roster knows the nodes that hold the same duty list.
type Roster struct {
	nodes  []string
	client *http.Client
	log    *slog.Logger
}

// OnDuty returns the pilot of a ship, as the first node that answers knows it.
func (r *Roster) OnDuty(ctx context.Context, ship string) (*Pilot, error) {
	nodes := slices.Clone(r.nodes)
	rand.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })

	var failures []error
	for _, node := range nodes {
		p, err := r.ask(ctx, node, ship)
		if err == nil || errors.Is(err, ErrOffDuty) {
			return p, err
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("pilot of %s: %w", ship, err)
		}
		r.log.Warn("roster node failed", "node", node, "err", err)
		failures = append(failures, fmt.Errorf("%s: %w", node, err))
	}
	return nil, fmt.Errorf("pilot of %s, no node answered: %w", ship, errors.Join(failures...))
}

func (r *Roster) ask(ctx context.Context, node, ship string) (*Pilot, error) {
	ctx, cancel := context.WithTimeout(ctx, nodeTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, node+"/duty?ship="+url.QueryEscape(ship), nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var p Pilot
		if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&p); err != nil {
			return nil, err
		}
		return &p, nil
	case http.StatusNotFound:
		return nil, ErrOffDuty
	default:
		return nil, fmt.Errorf("answered %s", resp.Status)
	}
}
