// Package wait computes pauses.
package wait

import (
	"math"
	"time"
)

type Plan struct {
	First, Most time.Duration
	Factor      float64
}

func (p Plan) Next(n int) time.Duration {
	d := time.Duration(float64(p.First) * math.Pow(p.Factor, float64(n)))
	if d > p.Most {
		d = p.Most
	}
	return d
}

// Float is capped while it is a float, which holds any number.
func (p Plan) Float(n int) time.Duration {
	return time.Duration(math.Min(float64(p.First)*math.Pow(p.Factor, float64(n)), float64(p.Most)))
}

func Shift(first, most time.Duration, n int) time.Duration { return min(first<<n, most) }

func Clamped(first, most time.Duration, n int) time.Duration { return min(first<<min(n, 10), most) }

func Exp(n uint) time.Duration {
	secs := math.Exp2(float64(n))
	d := time.Duration(secs) * time.Second
	return min(d, time.Minute)
}

func Doubled(first, most time.Duration, n int) time.Duration {
	d := first
	for i := 1; i < n; i++ {
		d *= 2
	}
	if d > most {
		return most
	}
	return d
}

func DoubledTo(first, most time.Duration, n int) time.Duration {
	d := first
	for i := 1; i < n; i++ {
		d *= 2
		if d > most {
			return most
		}
	}
	return d
}

func Ranged(first, most time.Duration, n int) time.Duration {
	d := first
	for range n {
		d = d * 2
	}
	return min(d, most)
}

func Compared(first, most time.Duration, n int) time.Duration {
	f := float64(first) * math.Pow(2, float64(n))
	if f > float64(most) {
		return most
	}
	return time.Duration(f)
}
