// Package bad follows the transmitters of ringed falcons over a websocket. The end of the
// context closes an open connection, but the handshake is done without it and without a limit:
// a station that accepts the connection and never answers keeps Follow for ever.
package bad

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/gorilla/websocket"
)

const (
	hello   = 10 * time.Second
	silence = 2 * time.Minute
)

// Fix is where a bird was.
type Fix struct {
	Ring string    `json:"ring"`
	Lat  float64   `json:"lat"`
	Lon  float64   `json:"lon"`
	At   time.Time `json:"at"`
}

// Station is one receiver of fixes.
type Station struct {
	url    url.URL
	token  string
	dialer websocket.Dialer
}

// NewStation returns the station at host.
func NewStation(host, token string) *Station {
	return &Station{
		url:    url.URL{Scheme: "wss", Host: host, Path: "/fixes"},
		token:  token,
		dialer: websocket.Dialer{Proxy: http.ProxyFromEnvironment, Subprotocols: []string{"fixes.v2"}}, // OR blocking-no-ctx
	}
}

func (s *Station) open(birds []string) (*websocket.Conn, error) {
	header := http.Header{"Authorization": {"Bearer " + s.token}}
	conn, _, err := s.dialer.Dial(s.url.String(), header) // EXPECT blocking-no-ctx
	if err != nil {
		return nil, err
	}
	_ = conn.SetWriteDeadline(time.Now().Add(hello))
	if err := conn.WriteJSON(map[string][]string{"follow": birds}); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// Follow hands the birds' fixes to show until ctx ends or the station is lost.
func (s *Station) Follow(ctx context.Context, birds []string, show func(Fix)) error {
	conn, err := s.open(birds) // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("station %s: %w", s.url.Host, err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	for {
		var fix Fix
		_ = conn.SetReadDeadline(time.Now().Add(silence))
		if err := conn.ReadJSON(&fix); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("station %s: %w", s.url.Host, err)
		}
		show(fix)
	}
}
