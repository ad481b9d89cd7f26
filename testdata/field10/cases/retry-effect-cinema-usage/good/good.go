// Package good counts the screenings that a licensee has used, with a script inside Redis.
// The script is loaded and run again only after NOSCRIPT, with which Redis says that it ran
// nothing. Any other failure is reported: the script may have counted.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrUsedUp says that the licence covers no further screening.
var ErrUsedUp = errors.New("licence used up")

var useScript = redis.NewScript(`
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
if used > tonumber(ARGV[2]) then
  redis.call('DECRBY', KEYS[1], ARGV[1])
  return -1
end
return used`)

// Licences counts screenings.
type Licences struct {
	rdb    *redis.Client
	tries  int
	budget time.Duration
	log    *slog.Logger
}

// NewLicences connects to addr; the client repeats nothing by itself.
func NewLicences(addr string, log *slog.Logger) *Licences {
	return &Licences{
		rdb: redis.NewClient(&redis.Options{
			Addr:        addr,
			DialTimeout: time.Second,
			ReadTimeout: time.Second,
			MaxRetries:  -1,
		}),
		tries:  3,
		budget: 10 * time.Second,
		log:    log,
	}
}

// Use books seats on a licence and returns how many of them are used now.
func (l *Licences) Use(ctx context.Context, licence string, seats, limit int64) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, l.budget)
	defer cancel()
	for try := 1; ; try++ {
		used, err := useScript.EvalSha(ctx, l.rdb, []string{"licence:" + licence}, seats, limit).Int64()
		if err == nil {
			if used < 0 {
				return 0, ErrUsedUp
			}
			return used, nil
		}
		if try == l.tries || !redis.HasErrorPrefix(err, "NOSCRIPT") {
			return 0, fmt.Errorf("use licence %s: %w", licence, err)
		}
		l.log.Warn("script unknown, loading it", "licence", licence, "try", try, "err", err)
		select {
		case <-time.After(time.Duration(try)*50*time.Millisecond + rand.N(50*time.Millisecond)):
		case <-ctx.Done():
			return 0, errors.Join(err, ctx.Err())
		}
		if lerr := useScript.Load(ctx, l.rdb).Err(); lerr != nil {
			return 0, fmt.Errorf("load script: %w", errors.Join(lerr, err))
		}
	}
}

// Close releases the connections.
func (l *Licences) Close() error { return l.rdb.Close() }
