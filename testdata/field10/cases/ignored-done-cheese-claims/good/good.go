// Package good takes cheese wheels from a Kafka topic and hands them to the cellar. Both the
// wait for a message and the wait for the cellar end with the session; a wheel that was not
// taken is not marked and comes again.
package good

import (
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/IBM/sarama"
)

var errNoBatch = errors.New("wheel without batch")

// Wheel is one cheese on its way to the cellar.
type Wheel struct {
	Batch string  `json:"batch"`
	Kilos float64 `json:"kilos"`

	// Shelved is called when the wheel has its place; the message counts as consumed then.
	Shelved func() `json:"-"`
}

// Intake is the group handler.
type Intake struct {
	wheels chan Wheel
	log    *slog.Logger
}

var _ sarama.ConsumerGroupHandler = (*Intake)(nil)

// NewIntake returns a handler that runs at most ahead wheels ahead of the cellar.
func NewIntake(ahead int, log *slog.Logger) *Intake {
	return &Intake{wheels: make(chan Wheel, ahead), log: log}
}

// Wheels is where the cellar takes its wheels from.
func (in *Intake) Wheels() <-chan Wheel { return in.wheels }

// Setup implements sarama.ConsumerGroupHandler.
func (in *Intake) Setup(session sarama.ConsumerGroupSession) error {
	in.log.Info("intake starts", "member", session.MemberID(), "claims", session.Claims())
	return nil
}

// Cleanup implements sarama.ConsumerGroupHandler.
func (in *Intake) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim implements sarama.ConsumerGroupHandler.
func (in *Intake) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for {
		select {
		case msg, ok := <-claim.Messages():
			if !ok {
				return nil
			}
			wheel, err := decode(msg.Value)
			if err != nil {
				in.log.Warn("skip unreadable wheel", "partition", msg.Partition, "offset", msg.Offset, "err", err)
				session.MarkMessage(msg, "")
				continue
			}
			wheel.Shelved = func() { session.MarkMessage(msg, "") }
			select {
			case in.wheels <- wheel:
			case <-session.Context().Done():
				return nil
			}
		case <-session.Context().Done():
			return nil
		}
	}
}

func decode(raw []byte) (Wheel, error) {
	var w Wheel
	if err := json.Unmarshal(raw, &w); err != nil {
		return Wheel{}, err
	}
	if w.Batch == "" {
		return Wheel{}, errNoBatch
	}
	return w, nil
}
