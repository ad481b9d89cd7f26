// Package good evaluates build artifacts that a registry announces on a topic. Signatures are
// pushed shortly after the artifact itself, so a fresh artifact gets some time to settle.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

// Artifact is what the registry tells about one push.
type Artifact struct {
	Repository string    `json:"repository"`
	Digest     string    `json:"digest"`
	PushedAt   time.Time `json:"pushed_at"`
	Signed     bool      `json:"signed"`
}

// Policy judges artifacts.
type Policy interface {
	Evaluate(ctx context.Context, a Artifact) (allowed bool, err error)
}

// Handler consumes registry announcements.
type Handler struct {
	policy Policy
	settle time.Duration
	log    *slog.Logger
}

// NewHandler returns a handler that gives unsigned artifacts the settle time.
func NewHandler(policy Policy, settle time.Duration, log *slog.Logger) *Handler {
	return &Handler{policy: policy, settle: settle, log: log}
}

// Handle is registered with the router as a no-publish handler.
func (h *Handler) Handle(msg *message.Message) error {
	ctx := msg.Context()
	var a Artifact
	if err := json.Unmarshal(msg.Payload, &a); err != nil {
		h.log.ErrorContext(ctx, "malformed announcement", "uuid", msg.UUID, "err", err)
		return nil
	}
	if err := h.awaitSignature(ctx, a); err != nil {
		return fmt.Errorf("wait for signature of %s: %w", a.Digest, err)
	}
	allowed, err := h.policy.Evaluate(ctx, a)
	if err != nil {
		return fmt.Errorf("evaluate %s@%s: %w", a.Repository, a.Digest, err)
	}
	h.log.InfoContext(ctx, "artifact evaluated", "digest", a.Digest, "allowed", allowed)
	return nil
}

func (h *Handler) awaitSignature(ctx context.Context, a Artifact) error {
	if a.Signed {
		return nil
	}
	rest := h.settle - time.Since(a.PushedAt)
	if rest <= 0 {
		return nil
	}
	timer := time.NewTimer(min(rest, h.settle))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
