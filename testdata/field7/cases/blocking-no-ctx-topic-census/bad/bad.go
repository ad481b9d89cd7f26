// Package bad is a job which counts the partitions of all topics and publishes the number as
// a metric. The job's context covers the dial only. A broker that accepts connections and
// does not answer, as in a long garbage collection, holds ReadPartitions, and the scheduler
// runs one job at a time.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/segmentio/kafka-go"
)

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
		dialer:  &kafka.Dialer{Timeout: 5 * time.Second, DualStack: true, ClientID: "census"}, // OR blocking-no-ctx
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
	conn, err := c.dialer.DialContext(ctx, "tcp", broker) // OR blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()

	parts, err := conn.ReadPartitions() // EXPECT blocking-no-ctx // OR ignored-done
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
