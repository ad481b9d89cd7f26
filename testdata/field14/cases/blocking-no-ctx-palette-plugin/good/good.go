// Package good mixes colours with plugins, which are programs of other people. A plugin is
// killed when its time is over or the request that wanted it has gone.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/go-chi/chi/v5"
)

const (
	mixLimit  = 10 * time.Second
	killGrace = time.Second
)

// ErrPlugin says that a plugin failed.
var ErrPlugin = errors.New("plugin failed")

// Colour is a mixed colour.
type Colour struct {
	Red   uint8 `json:"red"`
	Green uint8 `json:"green"`
	Blue  uint8 `json:"blue"`
}

// Palette knows the directory of the plugins.
type Palette struct {
	dir     string
	plugins map[string]bool
	log     *slog.Logger
}

// Routes mounts the palette.
func (p *Palette) Routes(r chi.Router) { r.Post("/mix/{plugin}", p.mix) }

func (p *Palette) mix(w http.ResponseWriter, r *http.Request) {
	name := chi.URLParam(r, "plugin")
	if !p.plugins[name] {
		http.NotFound(w, r)
		return
	}
	var parts map[string]int
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&parts); err != nil {
		http.Error(w, "no recipe", http.StatusBadRequest)
		return
	}
	colour, err := p.run(r.Context(), name, parts)
	if err != nil {
		p.log.ErrorContext(r.Context(), "mix", "plugin", name, "err", err)
		http.Error(w, "cannot mix", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(colour)
}

func (p *Palette) run(ctx context.Context, name string, parts map[string]int) (Colour, error) {
	ctx, cancel := context.WithTimeout(ctx, mixLimit)
	defer cancel()
	var c Colour
	recipe, err := json.Marshal(parts)
	if err != nil {
		return c, err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(p.dir, name), "--mix")
	cmd.WaitDelay = killGrace
	cmd.Stdin = bytes.NewReader(recipe)
	out, err := cmd.Output()
	if err != nil {
		return c, fmt.Errorf("%w: %s: %w", ErrPlugin, name, err)
	}
	if err := json.Unmarshal(out, &c); err != nil {
		return c, fmt.Errorf("%w: %s: %w", ErrPlugin, name, err)
	}
	return c, nil
}
