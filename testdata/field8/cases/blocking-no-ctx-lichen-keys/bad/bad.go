// Package bad looks up lichens by their field key. Names that were asked for lately come from
// memory. A miss goes to MongoDB under context.TODO: when no server
// can be reached the handler waits out the driver's server selection, and a query on a stalled
// server goes on whatever the client does.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

const keepAtMost = 2000

// ErrUnknown is returned for a key that stands for no lichen.
var ErrUnknown = errors.New("no such lichen")

// Lichen is an entry of the flora.
type Lichen struct {
	Key  string `bson:"_id" json:"key"`
	Name string `bson:"name" json:"name"`
	Red  bool   `bson:"red_list" json:"redList"`
}

// Flora holds the lichens of a country.
type Flora struct {
	entries *mongo.Collection

	mu    sync.RWMutex
	known map[string]Lichen
}

// NewFlora reads from entries.
func NewFlora(entries *mongo.Collection) *Flora {
	return &Flora{entries: entries, known: make(map[string]Lichen)}
}

// Lookup returns the lichen with a key.
func (f *Flora) Lookup(ctx context.Context, key string) (Lichen, error) {
	f.mu.RLock()
	l, found := f.known[key]
	f.mu.RUnlock()
	if found {
		return l, ctx.Err()
	}
	l, err := f.load(key) // OR blocking-no-ctx
	if err != nil {
		return Lichen{}, fmt.Errorf("lichen %s: %w", key, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.known) >= keepAtMost {
		clear(f.known)
	}
	f.known[key] = l
	return l, nil
}

func (f *Flora) load(key string) (l Lichen, err error) {
	err = f.entries.FindOne(context.TODO(), bson.D{{Key: "_id", Value: key}}).Decode(&l) // EXPECT blocking-no-ctx
	if errors.Is(err, mongo.ErrNoDocuments) {
		return l, ErrUnknown
	}
	return l, err
}

// ServeHTTP answers with one lichen.
func (f *Flora) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l, err := f.Lookup(r.Context(), r.PathValue("key"))
	switch {
	case errors.Is(err, ErrUnknown):
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, "flora closed", http.StatusServiceUnavailable)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(l)
	}
}
