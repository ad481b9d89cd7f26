// Package ok keeps a heated bench in touch with its park. The count of failures has no end and shifts the
// pause, but only while it is small; then the longest pause is taken, less a random part.
package ok

import (
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	shortest = 250 * time.Millisecond
	longest  = 2 * time.Minute
)

func delay(failures int) time.Duration {
	d := longest
	if failures < 9 {
		d = shortest << failures
	}
	return d - rand.N(d/3)
}

// Connect connects a bench; the library calls delay with the number of rounds it has tried.
func Connect(servers, bench string, log *slog.Logger) (*nats.Conn, error) {
	return nats.Connect(servers,
		nats.Name(bench),
		nats.Timeout(5*time.Second),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.CustomReconnectDelay(delay),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			log.Warn("bench alone", "bench", bench, "err", err)
		}),
	)
}
