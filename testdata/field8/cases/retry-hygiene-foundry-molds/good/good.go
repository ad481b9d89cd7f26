// Package good fetches the temperature of a foundry's molds from a gateway that restarts now and then.
// The seconds of the configuration are multiplied with time.Second before they are waited for.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// Config is the gateway section of the foundry's configuration file.
type Config struct {
	URL          string `json:"url"`
	Tries        int    `json:"tries"`
	PauseSeconds int    `json:"pause_seconds"`
}

// Load reads a configuration file; what it leaves out has the usual value.
func Load(name string) (Config, error) {
	cfg := Config{Tries: 12, PauseSeconds: 5}
	data, err := os.ReadFile(name)
	if err != nil {
		return cfg, err
	}
	if err := json.Unmarshal(data, &cfg); err != nil {
		return cfg, fmt.Errorf("%s: %w", name, err)
	}
	if cfg.Tries < 1 || cfg.PauseSeconds < 1 {
		return cfg, fmt.Errorf("%s: tries and pause_seconds must be positive", name)
	}
	return cfg, nil
}

// Gateway reads molds.
type Gateway struct {
	cfg    Config
	client *http.Client
}

// New returns the gateway of cfg.
func New(cfg Config) *Gateway {
	return &Gateway{cfg: cfg, client: &http.Client{Timeout: 3 * time.Second}}
}

// Celsius returns the temperature of a mold.
func (g *Gateway) Celsius(ctx context.Context, mold int) (float64, error) {
	var err error
	for try := range g.cfg.Tries {
		if try > 0 {
			if werr := g.pause(ctx); werr != nil {
				return 0, fmt.Errorf("mold %d: %w", mold, errors.Join(werr, err))
			}
		}
		var c float64
		if c, err = g.read(ctx, mold); err == nil {
			return c, nil
		}
		if ctx.Err() != nil || !restarting(err) {
			break
		}
	}
	return 0, fmt.Errorf("mold %d: %w", mold, err)
}

// pause waits a little longer than configured, not the same for all readers.
func (g *Gateway) pause(ctx context.Context) error {
	d := time.Duration(g.cfg.PauseSeconds) * time.Second
	t := time.NewTimer(d + rand.N(d))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func restarting(err error) bool {
	var op *net.OpError
	return errors.As(err, &op)
}

func (g *Gateway) read(ctx context.Context, mold int) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.cfg.URL+"/molds/"+strconv.Itoa(mold), nil)
	if err != nil {
		return 0, err
	}
	resp, err := g.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("gateway answered %s", resp.Status)
	}
	var out struct {
		Celsius float64 `json:"celsius"`
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 4<<10)).Decode(&out)
	return out.Celsius, err
}
