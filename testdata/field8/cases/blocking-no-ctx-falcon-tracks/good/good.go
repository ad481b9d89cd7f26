// Package good follows the transmitters of ringed falcons over a websocket. The end of the
// context ends the handshake, which also has a limit of its own, and closes an open connection.
package good

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
		url:   url.URL{Scheme: "wss", Host: host, Path: "/fixes"},
		token: token,
		dialer: websocket.Dialer{
			Proxy:            http.ProxyFromEnvironment,
			Subprotocols:     []string{"fixes.v2"},
			HandshakeTimeout: hello,
		},
	}
}

func (s *Station) open(ctx context.Context, birds []string) (*websocket.Conn, error) {
	header := http.Header{"Authorization": {"Bearer " + s.token}}
	conn, _, err := s.dialer.DialContext(ctx, s.url.String(), header)
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
	conn, err := s.open(ctx, birds)
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
