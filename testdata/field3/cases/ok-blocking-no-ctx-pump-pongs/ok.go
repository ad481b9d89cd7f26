// Package ok passes the values of a pump to a browser. Reads and writes of the socket know no
// context; it is right: each has a deadline that pongs push on, and the socket is closed when
// the pump is done.
package ok

import (
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

const (
	pongWait  = 30 * time.Second
	writeWait = 5 * time.Second
)

// Pump gives values.
type Pump struct {
	up     websocket.Upgrader
	Values func() (<-chan float64, func())
}

// ServeHTTP serves one browser.
func (p *Pump) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := p.up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	values, leave := p.Values()
	defer leave()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		conn.SetReadLimit(512)
		_ = conn.SetReadDeadline(time.Now().Add(pongWait))
		conn.SetPongHandler(func(string) error { return conn.SetReadDeadline(time.Now().Add(pongWait)) })
		for {
			if _, _, err := conn.ReadMessage(); err != nil {
				return
			}
		}
	}()
	ping := time.NewTicker(pongWait / 2)
	defer ping.Stop()
	for {
		select {
		case <-gone:
			return
		case <-r.Context().Done():
			return
		case <-ping.C:
			if err := conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWait)); err != nil {
				return
			}
		case v, ok := <-values:
			if !ok {
				return
			}
			_ = conn.SetWriteDeadline(time.Now().Add(writeWait))
			if err := conn.WriteJSON(v); err != nil {
				return
			}
		}
	}
}
