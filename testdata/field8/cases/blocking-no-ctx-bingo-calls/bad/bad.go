// Package bad shows the numbers of a bingo evening to all players by websocket. Each player
// has a writer in the handler. The pings it sends have a limit, the numbers have none: a phone
// that stops reading fills the socket's buffer, and the writer stays in WriteMessage for good,
// since a hijacked connection's context does not end either.
package bad

import (
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const (
	writeLimit = 5 * time.Second
	pongLimit  = 40 * time.Second
	pingEvery  = 15 * time.Second
)

// Hall is where a game is played.
type Hall struct {
	log     *slog.Logger
	upgrade websocket.Upgrader

	mu      sync.Mutex
	players map[chan int]struct{}
}

// NewHall returns a hall without players.
func NewHall(log *slog.Logger) *Hall {
	return &Hall{
		log:     log,
		upgrade: websocket.Upgrader{HandshakeTimeout: writeLimit},
		players: make(map[chan int]struct{}),
	}
}

// Call shows a number to everybody; who is too far behind misses it.
func (h *Hall) Call(number int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for calls := range h.players {
		select {
		case calls <- number:
		default:
		}
	}
}

func (h *Hall) join() (<-chan int, func()) {
	calls := make(chan int, 16)
	h.mu.Lock()
	h.players[calls] = struct{}{}
	h.mu.Unlock()
	return calls, func() {
		h.mu.Lock()
		delete(h.players, calls)
		h.mu.Unlock()
	}
}

// ServeHTTP lets one player in.
func (h *Hall) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := h.upgrade.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	calls, leave := h.join()
	defer leave()

	gone := make(chan struct{})
	go func() {
		defer close(gone)
		heard(conn)
	}()
	pings := time.NewTicker(pingEvery)
	defer pings.Stop()
	for { // OR blocking-no-ctx
		select {
		case <-gone:
			return
		case number := <-calls:
			err = conn.WriteMessage(websocket.TextMessage, strconv.AppendInt(nil, int64(number), 10)) // EXPECT blocking-no-ctx
		case <-pings.C:
			err = conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeLimit))
		}
		if err != nil {
			h.log.Info("player lost", "err", err)
			return
		}
	}
}

// heard reads and forgets what a player sends; it returns when the player is gone or silent.
func heard(conn *websocket.Conn) {
	conn.SetReadLimit(512)
	_ = conn.SetReadDeadline(time.Now().Add(pongLimit))
	conn.SetPongHandler(func(string) error {
		return conn.SetReadDeadline(time.Now().Add(pongLimit))
	})
	for {
		if _, _, err := conn.NextReader(); err != nil {
			return
		}
	}
}
