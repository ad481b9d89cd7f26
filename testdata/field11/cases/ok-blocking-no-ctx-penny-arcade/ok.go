// Package ok limits how often a visitor of a web arcade may play. Take has a context because the
// interface is also implemented by remote stores; this one is in memory, answers at once whether
// there is a coin left, and so has nothing to do with the context.
package ok

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Coins hands out coins to players.
type Coins interface {
	// Take takes a coin of the player, or says when there will be one.
	Take(ctx context.Context, player string) (ok bool, next time.Time, err error)
}

type purse struct {
	left   int
	refill time.Time
}

// MemoryCoins keeps the purses of all players in memory.
type MemoryCoins struct {
	coins  int
	period time.Duration

	mu     sync.Mutex
	purses map[string]*purse
}

var _ Coins = (*MemoryCoins)(nil)

// NewMemoryCoins returns coins of which a player gets so many in a period.
func NewMemoryCoins(coins int, period time.Duration) *MemoryCoins {
	return &MemoryCoins{coins: coins, period: period, purses: make(map[string]*purse)}
}

// Take implements Coins.
func (m *MemoryCoins) Take(_ context.Context, player string) (bool, time.Time, error) {
	now := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	p, found := m.purses[player]
	if !found || now.After(p.refill) {
		p = &purse{left: m.coins, refill: now.Add(m.period)}
		m.purses[player] = p
	}
	if p.left == 0 {
		return false, p.refill, nil
	}
	p.left--
	return true, p.refill, nil
}

// Forget drops the purses that would be refilled anyway, and says how many it dropped.
func (m *MemoryCoins) Forget(now time.Time) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	dropped := 0
	for player, p := range m.purses {
		if now.After(p.refill) {
			delete(m.purses, player)
			dropped++
		}
	}
	return dropped
}

// Gate lets a request through for a coin.
func Gate(coins Coins, log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		player, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			player = r.RemoteAddr
		}
		ok, at, err := coins.Take(r.Context(), player)
		if err != nil {
			log.ErrorContext(r.Context(), "coins", "player", player, "err", err)
			http.Error(w, "arcade is closed", http.StatusServiceUnavailable)
			return
		}
		if !ok {
			wait := int(time.Until(at).Seconds()) + 1
			w.Header().Set("Retry-After", strconv.Itoa(wait))
			http.Error(w, "no coins left", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}
