// Package bad mounts volumes through storage plugins.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"

	"faultfield5/cases/retry-effect-empty-second-body/bad/plugin"
)

// Mount is the argument of the plugin's mount call. The plugin mounts a volume once,
// however often it is asked to.
type Mount struct {
	Volume string            `json:"volume"`
	Target string            `json:"target"`
	Opts   map[string]string `json:"opts,omitempty"`
}

// Driver mounts the volumes of one plugin.
type Driver struct {
	plugin *plugin.Client
	log    *slog.Logger
}

// NewDriver uses the plugin behind c.
func NewDriver(c *plugin.Client, log *slog.Logger) *Driver {
	return &Driver{plugin: c, log: log}
}

// Mount asks the plugin to mount a volume.
func (d *Driver) Mount(ctx context.Context, m Mount) error {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(m); err != nil {
		return fmt.Errorf("encode mount: %w", err)
	}
	d.log.Debug("mounting", "volume", m.Volume, "target", m.Target)
	return d.plugin.Put(ctx, "/volumes/"+url.PathEscape(m.Volume)+"/mount", &buf) // OR retry-effect
}
