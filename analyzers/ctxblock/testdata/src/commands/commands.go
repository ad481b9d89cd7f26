// Package commands has commands that run once and commands that go on.
package commands

import (
	"context"
	"database/sql"
	"time"

	"github.com/spf13/cobra"
)

// It goes round until the command's context ends.
func worker(db *sql.DB) *cobra.Command {
	return &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if err := db.Ping(); err != nil { // before it starts
			return err
		}
		for {
			if err := step(db); err != nil {
				return err
			}
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(time.Second):
			}
		}
	}}
}

func step(db *sql.DB) error {
	_, err := db.Exec("DELETE") // want `\(\*sql.DB\).Exec waits without a context, so the end of ctx does not end it: worker.func → step → \(\*sql.DB\).Exec`
	return err
}

func sweeper(db *sql.DB) *cobra.Command {
	return &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error { return sweep(cmd.Context(), db) }}
}

func sweep(ctx context.Context, db *sql.DB) error {
	for ctx.Err() == nil {
		if _, err := db.Exec("DELETE"); err != nil { // want `\(\*sql.DB\).Exec waits without a context, though ctx is at hand`
			return err
		}
	}
	return ctx.Err()
}

// One run.
func migrate(db *sql.DB) *cobra.Command {
	return &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error {
		_, err := db.Exec("CREATE")
		return err
	}}
}

// One run over some tables, which can be interrupted between two.
func vacuum(db *sql.DB, tables []string) *cobra.Command {
	return &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error {
		for _, t := range tables {
			if cmd.Context().Err() != nil {
				return cmd.Context().Err()
			}
			if _, err := db.Exec("VACUUM " + t); err != nil {
				return err
			}
		}
		return nil
	}}
}

// It looks at no context.
func forever(db *sql.DB) *cobra.Command {
	return &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error {
		for {
			if _, err := db.Exec("DELETE"); err != nil {
				return err
			}
		}
	}}
}
