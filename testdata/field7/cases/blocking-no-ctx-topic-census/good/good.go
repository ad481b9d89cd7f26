// Package good is a job which counts the partitions of all topics and publishes the number as
// a metric. The end of the job's context closes the connection, and a broker that does not
// answer in time is given up for the next one.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/segmentio/kafka-go"
)

const answerLimit = 10 * time.Second

// Gauge is a metric with one label.
type Gauge interface {
	Set(label string, value float64)
}

// Census counts partitions.
type Census struct {
	brokers []string
	dialer  *kafka.Dialer
	gauge   Gauge
	log     *slog.Logger
}

// NewCensus returns a census of the cluster.
func NewCensus(brokers []string, gauge Gauge, log *slog.Logger) *Census {
	return &Census{
		brokers: brokers,
		dialer:  &kafka.Dialer{Timeout: 5 * time.Second, DualStack: true, ClientID: "census"},
		gauge:   gauge,
		log:     log,
	}
}

// Run does one census; the scheduler gives each run a minute.
func (c *Census) Run(ctx context.Context) error {
	for _, broker := range c.brokers {
		counts, err := c.ask(ctx, broker)
		if err == nil {
			for topic, n := range counts {
				c.gauge.Set(topic, float64(n))
			}
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("census: %w", ctx.Err())
		}
		c.log.WarnContext(ctx, "broker did not answer", "broker", broker, "err", err)
	}
	return fmt.Errorf("census: none of %d brokers answered", len(c.brokers))
}

func (c *Census) ask(ctx context.Context, broker string) (map[string]int, error) {
	conn, err := c.dialer.DialContext(ctx, "tcp", broker)
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := conn.SetDeadline(time.Now().Add(answerLimit)); err != nil {
		return nil, fmt.Errorf("limit answer: %w", err)
	}

	parts, err := conn.ReadPartitions()
	if err != nil {
		return nil, fmt.Errorf("read partitions: %w", err)
	}
	counts := make(map[string]int)
	for _, p := range parts {
		if !strings.HasPrefix(p.Topic, "__") {
			counts[p.Topic]++
		}
	}
	return counts, nil
}
