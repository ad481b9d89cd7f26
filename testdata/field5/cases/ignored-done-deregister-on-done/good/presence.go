// Package presence announces a game server to the lobby.
package presence

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	ttl     = 45 * time.Second
	refresh = 15 * time.Second
	goodbye = 3 * time.Second
)

// Server is what the lobby shows.
type Server struct {
	ID     string `json:"id"`
	Region string `json:"region"`
	Addr   string `json:"addr"`
	Slots  int    `json:"slots"`
}

func (s Server) key() string { return "lobby:" + s.Region + ":" + s.ID }

// Announcer keeps a server's entry alive.
type Announcer struct {
	rdb *redis.Client
	log *slog.Logger
}

// NewAnnouncer returns an announcer.
func NewAnnouncer(rdb *redis.Client, log *slog.Logger) *Announcer {
	return &Announcer{rdb: rdb, log: log}
}

// Announce keeps s in the lobby until ctx ends, and then takes it out.
func (a *Announcer) Announce(ctx context.Context, s Server) error {
	if err := a.put(ctx, s); err != nil {
		return fmt.Errorf("announce %s: %w", s.ID, err)
	}
	ticker := time.NewTicker(refresh)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if err := a.put(ctx, s); err != nil {
				a.log.WarnContext(ctx, "refresh", "server", s.ID, "err", err)
			}
		case <-ctx.Done():
			a.withdraw(ctx, s)
			return ctx.Err()
		}
	}
}

func (a *Announcer) put(ctx context.Context, s Server) error {
	entry, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return a.rdb.Set(ctx, s.key(), entry, ttl).Err()
}

// withdraw removes the entry, so that no player is sent to a server that is gone.
func (a *Announcer) withdraw(ctx context.Context, s Server) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if err := a.rdb.Del(ctx, s.key()).Err(); err != nil {
		a.log.ErrorContext(ctx, "withdraw", "server", s.ID, "err", err)
	}
}
