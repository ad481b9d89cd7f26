// Package good is a command that downloads a cookbook, under the context that cobra hands it and
// the first interrupt ends.
package good

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Recipe is one page.
type Recipe struct {
	Title string
	Text  string
}

// Kitchen is where recipes come from.
type Kitchen interface {
	Titles(ctx context.Context, book string) ([]string, error)
	Recipe(ctx context.Context, book, title string) (*Recipe, error)
}

type pull struct {
	kitchen Kitchen
	book    string
	plain   bool
}

// NewPull returns the command "pull".
func NewPull(kitchen Kitchen) *cobra.Command {
	p := &pull{kitchen: kitchen}
	cmd := &cobra.Command{
		Use:   "pull BOOK",
		Short: "Download all recipes of a book",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.book = args[0]
			return p.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&p.plain, "plain", false, "titles only")
	return cmd
}

func (p *pull) run(ctx context.Context, out io.Writer) error {
	titles, err := p.kitchen.Titles(ctx, p.book)
	if err != nil {
		return fmt.Errorf("titles of %s: %w", p.book, err)
	}
	for _, title := range titles {
		if p.plain {
			fmt.Fprintln(out, title)
			continue
		}
		r, err := p.kitchen.Recipe(ctx, p.book, title)
		if err != nil {
			return fmt.Errorf("recipe %s: %w", title, err)
		}
		fmt.Fprintf(out, "# %s\n\n%s\n\n", r.Title, r.Text)
	}
	return nil
}
