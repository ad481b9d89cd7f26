// Package build is the subcommand that starts an image build and waits for it.
package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"
)

type status struct {
	State string `json:"state"`
	Log   string `json:"log_url"`
}

var errFailed = errors.New("build failed")

type builder struct {
	http *http.Client
	base string
}

// NewCommand returns "wait ID".
func NewCommand(base string) *cobra.Command {
	b := &builder{http: &http.Client{Timeout: 10 * time.Second}, base: base}
	var limit time.Duration
	cmd := &cobra.Command{
		Use:   "wait ID",
		Short: "Wait until a build has ended",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, cancel := context.WithTimeout(cmd.Context(), limit)
			defer cancel()
			return b.wait(ctx, args[0], cmd.OutOrStdout())
		},
	}
	cmd.Flags().DurationVar(&limit, "limit", 30*time.Minute, "give up after this time")
	return cmd
}

// wait looks at the build every three seconds until it is over.
func (b *builder) wait(ctx context.Context, id string, out io.Writer) error {
	tick := time.NewTicker(3 * time.Second)
	defer tick.Stop()
	for {
		st, err := b.status(ctx, id)
		if err != nil {
			return fmt.Errorf("build %s: %w", id, err)
		}
		switch st.State {
		case "done":
			fmt.Fprintln(out, "built", id)
			return nil
		case "failed":
			return fmt.Errorf("%w, see %s", errFailed, st.Log)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("build %s is still %s: %w", id, st.State, ctx.Err())
		}
	}
}

func (b *builder) status(ctx context.Context, id string) (*status, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/builds/"+url.PathEscape(id), nil)
	if err != nil {
		return nil, err
	}
	resp, err := b.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	var st status
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&st); err != nil {
		return nil, err
	}
	return &st, nil
}
