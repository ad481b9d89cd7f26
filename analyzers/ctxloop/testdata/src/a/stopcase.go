package a

import (
	"log"
	"time"
)

type dredger struct {
	stop, ready chan struct{}
	changed     chan struct{}
	buckets     int
}

func newDredger() *dredger {
	return &dredger{stop: make(chan struct{}), ready: make(chan struct{}), changed: make(chan struct{})}
}

func (d *dredger) Close() { close(d.stop) }
func (d *dredger) Ready() { close(d.ready) }

func (d *dredger) change() {
	close(d.changed)
	d.changed = make(chan struct{})
}

func (d *dredger) dig() {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			d.buckets++
		case <-d.stop:
			log.Print("dredger stops")
			break // want "break leaves only the select at .*after d.stop is closed"
		}
	}
}

// A gate that is passed once it is open; another case leaves.
func (d *dredger) float() {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-d.ready:
			break
		case <-d.stop:
			return
		}
		<-t.C
		d.buckets++
	}
}

// A channel that is made anew each time tells of many changes.
func (d *dredger) follow() {
	for {
		select {
		case <-d.changed:
			log.Print("changed")
			break
		}
		d.buckets = 0
	}
}

// The loop is left by its label.
func (d *dredger) sail() {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
sailing:
	for {
		select {
		case <-t.C:
			d.buckets++
		case <-d.stop:
			break sailing
		}
	}
}
