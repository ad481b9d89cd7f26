package a

import (
	"context"
	"time"
)

type pacer struct{}

// Step has a context; what it calls is declared not to wait for long.
func (p *pacer) Step(ctx context.Context) error {
	p.tick()
	p.tock()
	p.slow()
	func() { p.tick() }()
	return ctx.Err()
}

// tick is short in practice.
//
//faultlint:bounded the clock of the device ticks each millisecond
func (p *pacer) tick() {
	time.Sleep(time.Minute)
	p.inner()
	func() { time.Sleep(time.Minute) }()
}

// inner is called by tick alone, whose author answers for it.
func (p *pacer) inner() { time.Sleep(time.Minute) }

// tock does not wait.
//
//faultlint:nonblocking it is replaced when the program is built
func (p *pacer) tock() { time.Sleep(time.Minute) }

func (p *pacer) slow() {
	time.Sleep(time.Minute) // want `time\.Sleep of 1m does not end when ctx of its caller \(\*pacer\)\.Step does`
}
