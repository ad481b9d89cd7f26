// Package ok prints labels with a command that asks before it prints. It reads the answer from its input,
// which it was given and cannot interrupt, and waits there for its only user. What goes over the
// network goes under the command's context.
package ok

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// Label is what is printed.
type Label struct {
	Parcel string   `json:"parcel"`
	Lines  []string `json:"lines"`
}

type printer struct {
	hc   *http.Client
	base string
	yes  bool
}

// NewPrint returns the command "print".
func NewPrint(base string) *cobra.Command {
	p := &printer{base: base, hc: &http.Client{Timeout: 10 * time.Second}}
	cmd := &cobra.Command{
		Use:   "print PARCEL",
		Short: "Print the label of a parcel",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			label, err := p.label(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return p.print(label, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVarP(&p.yes, "yes", "y", false, "do not ask")
	return cmd
}

var errNo = errors.New("not printed")

func (p *printer) print(l *Label, in io.Reader, out io.Writer) error {
	if !p.yes {
		fmt.Fprintf(out, "print %d lines for %s? [y/N] ", len(l.Lines), l.Parcel)
		answer, err := bufio.NewReader(in).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read answer: %w", err)
		}
		if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
			return errNo
		}
	}
	for _, line := range l.Lines {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

func (p *printer) label(ctx context.Context, parcel string) (*Label, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/labels/"+url.PathEscape(parcel), nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("label of %s: %w", parcel, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("label of %s: status %d", parcel, resp.StatusCode)
	}
	var l Label
	if err := json.NewDecoder(resp.Body).Decode(&l); err != nil {
		return nil, fmt.Errorf("label of %s: %w", parcel, err)
	}
	return &l, nil
}
