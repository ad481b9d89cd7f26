// Package more holds producers that repeat, and files that attempts append to.
package more

import (
	"io"
	"os"
	"time"

	"github.com/IBM/sarama"
	"github.com/confluentinc/confluent-kafka-go/v2/kafka"
)

func all() *sarama.Config {
	c := sarama.NewConfig()
	c.Producer.RequiredAcks = sarama.WaitForAll
	c.Producer.Retry.Max = 8 // want `the producer sends a message up to 8 times more when its acknowledgement is lost`
	return c
}

func one() *sarama.Config {
	c := sarama.NewConfig()
	c.Producer.RequiredAcks = sarama.WaitForLocal
	c.Producer.Retry.Max = 8
	return c
}

func never() *sarama.Config {
	c := sarama.NewConfig()
	c.Producer.RequiredAcks = sarama.WaitForAll
	c.Producer.Retry.Max = 0
	return c
}

func said(n int) *sarama.Config {
	c := sarama.NewConfig()
	c.Producer.RequiredAcks = sarama.WaitForAll
	c.Producer.Retry.Max = n
	return c
}

func mapped() kafka.ConfigMap {
	return kafka.ConfigMap{
		"acks":    "all",
		"retries": 5, // want `up to 5 times more`
	}
}

func fetch(path string, open func(offset int64) (io.ReadCloser, error), offset int64) error {
	body, err := open(offset)
	if err != nil {
		return err
	}
	defer body.Close()
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, body); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

func size(path string) int64 {
	st, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return st.Size()
}

// asked once how much is there.
func asked(path string, open func(int64) (io.ReadCloser, error)) error {
	offset := size(path)
	var err error
	for range 3 {
		if err = fetch(path, open, offset); err == nil { // want `write to a file opened with O_APPEND`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// askedEach asks in each attempt.
func askedEach(path string, open func(int64) (io.ReadCloser, error)) error {
	var err error
	for range 3 {
		offset := size(path)
		if err = fetch(path, open, offset); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
