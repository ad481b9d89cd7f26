// Package bad lets browsers follow feature flags with long polls. The flags are kept in Consul,
// whose blocking queries do the waiting.
package bad

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"time"

	"github.com/hashicorp/consul/api"
)

const holdLimit = 4 * time.Minute

// ErrNoFlag is returned for flags that do not exist.
var ErrNoFlag = errors.New("no such flag")

// State is a flag at some point of its history.
type State struct {
	Value string `json:"value"`
	Index uint64 `json:"index"`
}

// Flags reads feature flags.
type Flags struct {
	kv     *api.KV
	folder string
}

// NewFlags returns the flags below a folder of the store.
func NewFlags(client *api.Client, folder string) *Flags {
	return &Flags{kv: client.KV(), folder: folder}
}

func (f *Flags) after(name string, index uint64) (State, error) {
	opts := &api.QueryOptions{WaitIndex: index, WaitTime: holdLimit, AllowStale: true}
	pair, meta, err := f.kv.Get(path.Join(f.folder, name), opts) // EXPECT blocking-no-ctx
	if err != nil {
		return State{}, err
	}
	if pair == nil {
		return State{}, ErrNoFlag
	}
	return State{Value: string(pair.Value), Index: meta.LastIndex}, nil
}

// Poll is the long-poll endpoint.
type Poll struct {
	flags *Flags
	log   *slog.Logger
}

// ServeHTTP answers when the flag has changed since the index that the browser knows.
func (p *Poll) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var index uint64
	if known := r.URL.Query().Get("index"); known != "" {
		n, err := strconv.ParseUint(known, 10, 64)
		if err != nil {
			http.Error(w, "bad index", http.StatusBadRequest)
			return
		}
		index = n
	}
	state, err := p.flags.after(r.PathValue("flag"), index) // OR blocking-no-ctx
	switch {
	case errors.Is(err, ErrNoFlag):
		http.NotFound(w, r)
		return
	case err != nil:
		p.log.ErrorContext(r.Context(), "read flag", "err", err)
		http.Error(w, "flags are not available", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(state)
}
