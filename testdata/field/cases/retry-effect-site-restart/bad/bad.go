// Package bad is the command line's view of a hosting node.
// Restart goes through the same call as everything else, and that repeats whatever meets a gateway
// error: a proxy that loses patience with a slow restart gets the site restarted four times.
package bad

import (
	"context"
	"encoding/json"
	"net/http"

	"faultfield/cases/retry-effect-site-restart/bad/remote"
)

// Node is a hosting node.
type Node struct {
	remote *remote.Remote
}

// New returns the node behind r.
func New(r *remote.Remote) *Node { return &Node{remote: r} }

// Sites lists the sites of the node.
func (n *Node) Sites(ctx context.Context) ([]string, error) {
	raw, err := n.remote.Call(ctx, http.MethodGet, "/sites", nil)
	if err != nil {
		return nil, err
	}
	var names []string
	return names, json.Unmarshal(raw, &names)
}

// Restart stops a site, with its database if attached is set, and starts it again.
func (n *Node) Restart(ctx context.Context, site string, attached bool) error {
	body, err := json.Marshal(map[string]bool{"attached": attached})
	if err != nil {
		return err
	}
	_, err = n.remote.Call(ctx, http.MethodPost, "/sites/"+site+"/restart", body) // EXPECT retry-effect
	return err
}
