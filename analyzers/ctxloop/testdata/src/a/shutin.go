package a

import (
	"context"
	"log"
	"os"
	"runtime"
)

type belt struct {
	parcels chan int
	stopped chan struct{}
	kept    []int
}

func (b *belt) keep(n int) { b.kept = append(b.kept, n) }

// clear takes what is there and never waits.
func (b *belt) clear() {
	for {
		select {
		case n := <-b.parcels:
			b.keep(n)
		default:
			return
		}
	}
}

func (b *belt) spins(ctx context.Context) {
	for {
		select {
		case <-ctx.Done(): // want `goes on`
			log.Print("clearing")
			b.clear()
		case n := <-b.parcels:
			b.keep(n)
		}
	}
}

func (b *belt) leaves(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			b.clear()
			return
		case n := <-b.parcels:
			b.keep(n)
		}
	}
}

func (b *belt) stop() { close(b.stopped) }

// Another case leaves, because of what this one does.
func (b *belt) leavesByStop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			b.stop()
		case <-b.stopped:
			return
		case n := <-b.parcels:
			b.keep(n)
		}
	}
}

func (b *belt) die() { os.Exit(1) }

func (b *belt) exits(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			b.die()
		case n := <-b.parcels:
			b.keep(n)
		}
	}
}

func (b *belt) exitsElsewhere(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			b.clear()
			runtime.Goexit()
		case n := <-b.parcels:
			b.keep(n)
		}
	}
}

// The look at the end of each turn is meant for the loop.
func (b *belt) looksLast(ctx context.Context, ns []int) {
	for _, n := range ns {
		b.keep(n)
		select {
		case <-ctx.Done():
			break // want `break leaves only the select`
		default:
		}
	}
}

// It passes over what is left.
func (b *belt) passesOver(ctx context.Context, ns <-chan int) {
	for n := range ns {
		select {
		case <-ctx.Done():
			break
		default:
			b.keep(n)
		}
	}
}
