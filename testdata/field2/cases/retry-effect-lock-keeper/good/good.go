// Package good writes the passages of a canal lock to Kafka and counts tolls from them. The
// producer is idempotent, so the broker drops what it already has.
package good

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/IBM/sarama"
)

// Passage is one ship through one lock.
type Passage struct {
	Lock string    `json:"lock"`
	Ship string    `json:"ship"`
	Toll int       `json:"toll"`
	At   time.Time `json:"at"`
}

// Journal records passages.
type Journal struct {
	producer sarama.SyncProducer
	topic    string
}

func settings() *sarama.Config {
	cfg := sarama.NewConfig()
	cfg.ClientID = "lock-keeper"
	cfg.Version = sarama.V2_8_0_0
	cfg.Producer.RequiredAcks = sarama.WaitForAll
	cfg.Producer.Return.Successes = true
	cfg.Producer.Timeout = 5 * time.Second
	cfg.Producer.Retry.Max = 8
	cfg.Producer.Retry.Backoff = 250 * time.Millisecond
	cfg.Producer.Idempotent = true
	cfg.Net.MaxOpenRequests = 1
	return cfg
}

// Open connects to the brokers.
func Open(brokers []string, topic string) (*Journal, error) {
	p, err := sarama.NewSyncProducer(brokers, settings())
	if err != nil {
		return nil, fmt.Errorf("producer: %w", err)
	}
	return &Journal{producer: p, topic: topic}, nil
}

// Close flushes and ends the producer.
func (j *Journal) Close() error { return j.producer.Close() }

// Record writes a passage.
func (j *Journal) Record(p Passage) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, _, err = j.producer.SendMessage(&sarama.ProducerMessage{
		Topic: j.topic,
		Key:   sarama.StringEncoder(p.Lock),
		Value: sarama.ByteEncoder(raw),
	})
	return err
}

// ServeHTTP takes a passage.
func (j *Journal) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var p Passage
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&p); err != nil {
		http.Error(w, "bad passage", http.StatusBadRequest)
		return
	}
	if err := j.Record(p); err != nil {
		http.Error(w, "not recorded", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
