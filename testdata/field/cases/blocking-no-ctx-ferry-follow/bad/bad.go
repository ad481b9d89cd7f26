// Package bad is a command that follows a ferry on the terminal. It runs until interrupted, and the
// interrupt ends the context that cobra hands it. The loop below looks at none: it asks and sleeps,
// and Ctrl-C does nothing until somebody finds kill -9.
package bad

import (
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
			return f.follow(args[0]) // OR blocking-no-ctx // OR ignored-done
		},
	}
	cmd.Flags().DurationVar(&f.every, "every", 10*time.Second, "how often to look")
	return cmd
}

func (f *follower) follow(ferry string) error {
	for {
		p, err := f.position(ferry) // OR blocking-no-ctx
		if err != nil {
			return fmt.Errorf("ask for %s: %w", ferry, err)
		}
		fmt.Fprintf(f.out, "%s  %.4f %.4f docked=%t\n", time.Now().Format(time.TimeOnly), p.Lat, p.Lon, p.Docked)
		time.Sleep(f.every) // EXPECT blocking-no-ctx // OR ignored-done
	}
}

var errGone = errors.New("no such ferry")

func (f *follower) position(ferry string) (p Position, err error) {
	resp, err := f.hc.Get(f.base + "/ferries/" + ferry) // OR blocking-no-ctx
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
