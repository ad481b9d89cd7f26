// Package bad invites people to a guild over its members' API.
// The transport repeats every request that failed, whatever its method: an invitation whose answer
// got lost is posted again, and the guest is invited two or three times.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"faultfield12/cases/retry-effect-guild-invites/bad/steady"
)

// Invitation asks somebody to join.
type Invitation struct {
	Mail string `json:"mail"`
	From string `json:"from"`
}

// Member is somebody who has joined.
type Member struct {
	Name string `json:"name"`
}

// Guild is a client of the members' API.
type Guild struct {
	base   string
	client *http.Client
}

// New returns a client of the API at base.
func New(base string) *Guild {
	return &Guild{base: base, client: &http.Client{Transport: steady.New(), Timeout: 40 * time.Second}}
}

// Members lists those who have joined.
func (g *Guild) Members(ctx context.Context) ([]Member, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+"/members", nil)
	if err != nil {
		return nil, err
	}
	resp, err := g.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("members: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("members: %s", resp.Status)
	}
	var all []Member
	err = json.NewDecoder(resp.Body).Decode(&all)
	return all, err
}

// Invite sends an invitation.
func (g *Guild) Invite(ctx context.Context, inv Invitation) error {
	raw, err := json.Marshal(inv)
	if err != nil {
		return fmt.Errorf("encode invitation: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.base+"/invitations", bytes.NewReader(raw)) // OR retry-effect
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := g.client.Do(req) // OR retry-effect
	if err != nil {
		return fmt.Errorf("invite %s: %w", inv.Mail, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("invite %s: %s", inv.Mail, resp.Status)
	}
	return nil
}
