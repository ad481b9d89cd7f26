// Package bad is the web gateway of a festival's stage controllers. The status page calls the
// controller on the background context and waits for a connection: a stage without network
// keeps every request for its page waiting, also those whose browser has left.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sort"
	"time"

	"github.com/go-chi/chi/v5"
	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// Stage is a stage of the festival with the controller that runs its lights and sound.
type Stage struct {
	Name   string
	health healthpb.HealthClient
}

// NewStage returns a stage whose controller is reached over conn.
func NewStage(name string, conn grpc.ClientConnInterface) *Stage {
	return &Stage{Name: name, health: healthpb.NewHealthClient(conn)}
}

// Gateway shows the festival office how the stages are.
type Gateway struct {
	stages map[string]*Stage
	log    *slog.Logger
}

// NewGateway returns a gateway to the given stages.
func NewGateway(log *slog.Logger, stages ...*Stage) *Gateway {
	g := &Gateway{stages: make(map[string]*Stage, len(stages)), log: log}
	for _, s := range stages {
		g.stages[s.Name] = s
	}
	return g
}

// Routes mounts the pages.
func (g *Gateway) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/stages", g.list)
	r.Get("/stages/{stage}/status", g.status)
	return r
}

func (g *Gateway) list(w http.ResponseWriter, _ *http.Request) {
	names := make([]string, 0, len(g.stages))
	for name := range g.stages {
		names = append(names, name)
	}
	sort.Strings(names)
	g.answer(w, names)
}

func (g *Gateway) status(w http.ResponseWriter, r *http.Request) {
	stage, ok := g.stages[chi.URLParam(r, "stage")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	began := time.Now()
	ctx := context.Background()                                                                                 // OR blocking-no-ctx // OR ignored-done
	resp, err := stage.health.Check(ctx, &healthpb.HealthCheckRequest{Service: "rig"}, grpc.WaitForReady(true)) // EXPECT blocking-no-ctx // OR ignored-done
	if err != nil {
		g.log.Error("stage does not answer", "stage", stage.Name, "err", err)
		http.Error(w, "stage does not answer", http.StatusBadGateway)
		return
	}
	g.answer(w, map[string]string{
		"stage":  stage.Name,
		"status": resp.GetStatus().String(),
		"took":   fmt.Sprintf("%dms", time.Since(began).Milliseconds()),
	})
}

func (g *Gateway) answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		g.log.Warn("answer not sent", "err", err)
	}
}
