// Package bad makes logical backups of tenants' databases when a task asks for one.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/hibiken/asynq"

	"faultfield6/cases/blocking-no-ctx-dump-task/bad/tool"
)

// TypeDump is the type of the tasks.
const TypeDump = "tenant:dump"

type order struct {
	Tenant string `json:"tenant"`
	Day    string `json:"day"`
}

// NewDumpTask orders a backup. The queue cancels a backup that takes longer than an hour.
func NewDumpTask(tenant string, day time.Time) (*asynq.Task, error) {
	payload, err := json.Marshal(order{Tenant: tenant, Day: day.Format(time.DateOnly)})
	if err != nil {
		return nil, err
	}
	return asynq.NewTask(TypeDump, payload, asynq.MaxRetry(3), asynq.Timeout(time.Hour)), nil
}

// Dumper executes orders.
type Dumper struct {
	pgDump *tool.Tool
	dsn    func(tenant string) string
	dir    string
	log    *slog.Logger
}

// NewDumper returns a dumper that writes below dir.
func NewDumper(path, dir string, dsn func(tenant string) string, log *slog.Logger) *Dumper {
	return &Dumper{pgDump: tool.New(path, log, "PGCONNECT_TIMEOUT=10"), dir: dir, dsn: dsn, log: log}
}

// ProcessTask implements asynq.Handler.
func (d *Dumper) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var o order
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return fmt.Errorf("payload: %w: %w", err, asynq.SkipRetry)
	}
	final := filepath.Join(d.dir, filepath.Base(o.Tenant)+"-"+o.Day+".dump")
	partial := final + ".partial"
	defer os.Remove(partial)

	err := d.pgDump.Run(ctx, "--format=custom", "--file="+partial, "--dbname="+d.dsn(o.Tenant)) // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("dump %s: %w", o.Tenant, err)
	}
	if err := os.Rename(partial, final); err != nil {
		return err
	}
	d.log.InfoContext(ctx, "tenant dumped", "tenant", o.Tenant, "file", final)
	return nil
}
