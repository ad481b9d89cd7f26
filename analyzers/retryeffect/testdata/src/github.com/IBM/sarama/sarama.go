// Package sarama is a stub.
package sarama

type RequiredAcks int16

const (
	WaitForLocal RequiredAcks = 1
	WaitForAll   RequiredAcks = -1
)

type Config struct {
	Producer struct {
		RequiredAcks RequiredAcks
		Idempotent   bool
		Retry        struct{ Max int }
	}
}

func NewConfig() *Config { return nil }
