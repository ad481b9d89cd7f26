package backoff

import "time"

type BackOff interface{ NextBackOff() time.Duration }

type Operation func() error

func NewExponentialBackOff() BackOff             { return nil }
func Retry(o Operation, b BackOff) error         { return o() }
func Permanent(err error) error                  { return err }
func WithMaxRetries(b BackOff, n uint64) BackOff { return b }
