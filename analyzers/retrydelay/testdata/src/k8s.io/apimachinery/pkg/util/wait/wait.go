package wait

import "time"

type Backoff struct {
	Duration time.Duration
	Factor   float64
	Steps    int
}

func (b *Backoff) Step() time.Duration { return b.Duration }
