// Package bad is the command line of a fleet of edge nodes.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
)

// Node is an edge node.
type Node struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Version string `json:"version"`
}

// API is the fleet's API server. Calls may take minutes when a node sleeps, so the client
// itself has no limit.
type API struct {
	base   *url.URL
	client *http.Client
}

// NewAPI returns the server at base.
func NewAPI(base *url.URL) *API { return &API{base: base, client: &http.Client{}} }

// Node wakes the node and reads its state.
func (a *API) Node(ctx context.Context, name string) (Node, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base.JoinPath("nodes", name).String(), nil)
	if err != nil {
		return Node{}, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return Node{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Node{}, fmt.Errorf("node %s: %s", name, resp.Status)
	}
	var n Node
	if err := json.NewDecoder(resp.Body).Decode(&n); err != nil {
		return Node{}, fmt.Errorf("node %s: %w", name, err)
	}
	return n, nil
}

// Execute runs the command line until it is done, interrupted or out of time.
func Execute(api *API) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	root := &cobra.Command{Use: "fleet", SilenceUsage: true}
	limit := root.PersistentFlags().Duration("timeout", 5*time.Minute, "give up after this long, 0 means never")
	cancel := func() {}
	defer func() { cancel() }()
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		if *limit > 0 {
			limited, stop := context.WithTimeout(cmd.Context(), *limit)
			cancel = stop
			cmd.SetContext(limited)
		}
	}
	root.AddCommand(describe(api))
	return root.ExecuteContext(ctx)
}

func describe(api *API) *cobra.Command {
	return &cobra.Command{
		Use:   "describe NODE...",
		Short: "Show nodes",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 4, 2, ' ', 0)
			for _, name := range args {
				n, err := api.Node(context.TODO(), name) // EXPECT blocking-no-ctx // OR ignored-done
				if err != nil {
					return err
				}
				fmt.Fprintf(out, "%s\t%s\t%s\n", n.Name, n.Address, n.Version)
			}
			return out.Flush()
		},
	}
}
