// Package bad counts votes and publishes each tally. The publisher satisfies an interface with a context,
// blanks it and flushes the connection for every tally: when the server is away, each vote waits
// for the flush to give up by itself.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Tally is the state of one question.
type Tally struct {
	Question string         `json:"question"`
	Votes    map[string]int `json:"votes"`
}

// Publisher spreads tallies.
type Publisher interface {
	Publish(ctx context.Context, t Tally) error
}

// Wire publishes over NATS.
type Wire struct {
	nc     *nats.Conn
	prefix string
	limit  time.Duration
}

var _ Publisher = (*Wire)(nil)

// NewWire returns a publisher on a connection.
func NewWire(nc *nats.Conn, prefix string) *Wire {
	return &Wire{nc: nc, prefix: prefix, limit: time.Second}
}

// Publish implements Publisher.
func (p *Wire) Publish(_ context.Context, t Tally) error { // OR blocking-no-ctx
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	if err := p.nc.Publish(p.prefix+t.Question, data); err != nil {
		return fmt.Errorf("tally of %s: %w", t.Question, err)
	}
	if err := p.nc.Flush(); err != nil { // EXPECT blocking-no-ctx
		return fmt.Errorf("tally of %s: %w", t.Question, err)
	}
	return nil
}

// Booth counts votes.
type Booth struct {
	pub Publisher
	log *slog.Logger

	mu      sync.Mutex
	tallies map[string]map[string]int
}

// NewBooth returns a booth that publishes over a wire.
func NewBooth(wire *Wire, log *slog.Logger) *Booth {
	return &Booth{pub: wire, log: log, tallies: make(map[string]map[string]int)}
}

// ServeHTTP counts one vote.
func (b *Booth) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t := b.count(r.PathValue("question"), r.FormValue("for"))
	if err := b.pub.Publish(r.Context(), t); err != nil { // OR blocking-no-ctx
		b.log.WarnContext(r.Context(), "tally not published", "err", err)
	}
	w.WriteHeader(http.StatusNoContent)
}

func (b *Booth) count(question, option string) Tally {
	b.mu.Lock()
	defer b.mu.Unlock()
	votes := b.tallies[question]
	if votes == nil {
		votes = make(map[string]int)
		b.tallies[question] = votes
	}
	votes[option]++
	t := Tally{Question: question, Votes: make(map[string]int, len(votes))}
	for k, n := range votes {
		t.Votes[k] = n
	}
	return t
}
