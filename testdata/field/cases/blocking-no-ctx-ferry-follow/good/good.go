// Package good is a command that follows a ferry on the terminal until the context that cobra hands it
// is ended by an interrupt.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/spf13/cobra"
)

// Position is where a ferry is.
type Position struct {
	Lat, Lon float64
	Docked   bool
}

type follower struct {
	hc    *http.Client
	base  string
	every time.Duration
	out   io.Writer
}

// NewFollow returns the command "follow".
func NewFollow(base string) *cobra.Command {
	f := &follower{hc: &http.Client{Timeout: 15 * time.Second}, base: base}
	cmd := &cobra.Command{
		Use:   "follow FERRY",
		Short: "Show where a ferry is, until interrupted",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.out = cmd.OutOrStdout()
			err := f.follow(cmd.Context(), args[0])
			if errors.Is(err, context.Canceled) && cmd.Context().Err() != nil {
				return nil
			}
			return err
		},
	}
	cmd.Flags().DurationVar(&f.every, "every", 10*time.Second, "how often to look")
	return cmd
}

func (f *follower) follow(ctx context.Context, ferry string) error {
	tick := time.NewTicker(f.every)
	defer tick.Stop()
	for {
		p, err := f.position(ctx, ferry)
		if err != nil {
			return fmt.Errorf("ask for %s: %w", ferry, err)
		}
		fmt.Fprintf(f.out, "%s  %.4f %.4f docked=%t\n", time.Now().Format(time.TimeOnly), p.Lat, p.Lon, p.Docked)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

var errGone = errors.New("no such ferry")

func (f *follower) position(ctx context.Context, ferry string) (p Position, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.base+"/ferries/"+ferry, nil)
	if err != nil {
		return p, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return p, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return p, errGone
	}
	err = json.NewDecoder(resp.Body).Decode(&p)
	return p, err
}
