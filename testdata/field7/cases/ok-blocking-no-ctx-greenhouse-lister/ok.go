// Package ok tells greenhouses their climate, which operators keep in config maps. The
// handler reads and searches them without a context: a lister looks into the memory of an
// informer, which was filled before the server started, and asks no API server.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const fillLimit = time.Minute

// Climates answers greenhouses.
type Climates struct {
	maps corelisters.ConfigMapNamespaceLister
	log  *slog.Logger
}

// NewClimates waits until the informer of config maps has its first list.
func NewClimates(ctx context.Context, informer cache.SharedIndexInformer, namespace string, log *slog.Logger) (*Climates, error) {
	ctx, cancel := context.WithTimeout(ctx, fillLimit)
	defer cancel()
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return nil, fmt.Errorf("config maps of %s: %w", namespace, ctx.Err())
	}
	maps := corelisters.NewConfigMapLister(informer.GetIndexer()).ConfigMaps(namespace)
	return &Climates{maps: maps, log: log}, nil
}

// Routes mounts the handlers.
func (c *Climates) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /houses", c.list)
	mux.HandleFunc("GET /houses/{house}", c.show)
	return mux
}

func (c *Climates) list(w http.ResponseWriter, r *http.Request) {
	found, err := c.maps.List(labels.SelectorFromSet(labels.Set{"crop": r.URL.Query().Get("crop")}))
	if err != nil {
		c.fail(w, r, err)
		return
	}
	names := make([]string, 0, len(found))
	for _, m := range found {
		names = append(names, m.Name)
	}
	c.answer(w, r, names)
}

func (c *Climates) show(w http.ResponseWriter, r *http.Request) {
	climate, err := c.maps.Get(r.PathValue("house"))
	if apierrors.IsNotFound(err) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		c.fail(w, r, err)
		return
	}
	c.answer(w, r, climate.Data)
}

func (c *Climates) fail(w http.ResponseWriter, r *http.Request, err error) {
	c.log.ErrorContext(r.Context(), "climates", "err", err)
	http.Error(w, "climate unknown", http.StatusInternalServerError)
}

func (c *Climates) answer(w http.ResponseWriter, r *http.Request, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		c.log.InfoContext(r.Context(), "answer cut short", "err", err)
	}
}
