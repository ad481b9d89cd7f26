// Package good enters players into tournaments and tells the club about it, once the entry is
// committed.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"faultfield14/cases/retry-effect-tournament-entries/good/pgtx"
)

// ErrFull is returned when a tournament takes no more players.
var ErrFull = errors.New("tournament is full")

// Entry is a player in a tournament.
type Entry struct {
	Tournament string `json:"tournament"`
	Player     string `json:"player"`
	Place      int    `json:"place"`
}

// Office keeps the entries.
type Office struct {
	pool     *pgxpool.Pool
	club     string // where the club wants to be told
	hc       *http.Client
	deadline time.Duration
	log      *slog.Logger
}

// NewOffice returns an office that posts to the given URL.
func NewOffice(pool *pgxpool.Pool, club string, log *slog.Logger) *Office {
	return &Office{pool: pool, club: club, hc: &http.Client{Timeout: 3 * time.Second}, deadline: 20 * time.Second, log: log}
}

// Enter enters a player.
func (o *Office) Enter(ctx context.Context, tournament, player string) (Entry, error) {
	ctx, cancel := context.WithTimeout(ctx, o.deadline)
	defer cancel()
	entry := Entry{Tournament: tournament, Player: player}
	err := pgtx.Serializable(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		var taken, places int
		row := tx.QueryRow(ctx, `SELECT count(e.player), t.places FROM tournaments t
			LEFT JOIN entries e ON e.tournament = t.id WHERE t.id = $1 GROUP BY t.places`, tournament)
		if err := row.Scan(&taken, &places); err != nil {
			return fmt.Errorf("places: %w", err)
		}
		if taken >= places {
			return ErrFull
		}
		entry.Place = taken + 1
		_, err := tx.Exec(ctx, `INSERT INTO entries (tournament, player, place) VALUES ($1, $2, $3)`,
			tournament, player, entry.Place)
		if err != nil {
			return fmt.Errorf("insert: %w", err)
		}
		return nil
	})
	if err != nil {
		return Entry{}, fmt.Errorf("enter %s in %s: %w", player, tournament, err)
	}
	if err := o.tell(ctx, entry); err != nil {
		o.log.WarnContext(ctx, "club not told", "player", player, "err", err)
	}
	return entry, nil
}

func (o *Office) tell(ctx context.Context, e Entry) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.club, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := o.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("club answered %s", resp.Status)
	}
	return nil
}
