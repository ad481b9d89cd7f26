// Package bad shows at the head of each gangway whether the ferry's boarding service is up. The
// page asks the service by gRPC, under a context that the constructor stored: it has neither a
// deadline nor an end, and a service that takes the call without answering holds the page.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

const lampLimit = 2 * time.Second

// lamp asks one service how it is.
type lamp struct {
	ctx    context.Context
	client healthpb.HealthClient
}

func newLamp(conn grpc.ClientConnInterface) *lamp {
	return &lamp{ctx: context.Background(), client: healthpb.NewHealthClient(conn)} // OR blocking-no-ctx
}

func (l *lamp) colour(gangway string) (string, error) {
	answer, err := l.client.Check(l.ctx, &healthpb.HealthCheckRequest{Service: "boarding." + gangway}) // EXPECT blocking-no-ctx
	if err != nil {
		return "dark", fmt.Errorf("gangway %s: %w", gangway, err)
	}
	switch answer.GetStatus() {
	case healthpb.HealthCheckResponse_SERVING:
		return "green", nil
	case healthpb.HealthCheckResponse_NOT_SERVING:
		return "red", nil
	default:
		return "amber", nil
	}
}

// Pier is the site of all gangways.
type Pier struct {
	lamp *lamp
	log  *slog.Logger
}

// NewPier shows the boarding service behind conn.
func NewPier(conn grpc.ClientConnInterface, log *slog.Logger) *Pier {
	return &Pier{lamp: newLamp(conn), log: log}
}

// Routes returns the site.
func (p *Pier) Routes() http.Handler {
	mux := chi.NewRouter()
	mux.Get("/gangways/{gangway}/lamp", p.show)
	return mux
}

func (p *Pier) show(w http.ResponseWriter, r *http.Request) {
	colour, err := p.lamp.colour(chi.URLParam(r, "gangway")) // OR blocking-no-ctx
	if err != nil {
		p.log.WarnContext(r.Context(), "lamp", "err", err)
	}
	w.Header().Set("Refresh", fmt.Sprint(int(2*lampLimit/time.Second)))
	fmt.Fprintln(w, colour)
}
