package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// heapGoal is how large the heap may grow before the collector has to care.
const heapGoal = 280 << 20

// collectLess makes garbage collection rarer for as long as memory stays below heapGoal: a tenth of
// the time of a first run on a project of ordinary size. Once half of that is in use, collection is
// as usual, or it would never stop.
func collectLess() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return // the user knows better
	}
	debug.SetGCPercent(300)
	debug.SetMemoryLimit(heapGoal)
	afterCollection(func() bool {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() < heapGoal/2 {
			return true
		}
		debug.SetGCPercent(100)
		debug.SetMemoryLimit(math.MaxInt64)
		return false
	})
}

// afterCollection calls f after each garbage collection until f returns false.
func afterCollection(f func() bool) {
	type sentinel struct{ _ [16]byte }
	var arm func()
	arm = func() {
		runtime.SetFinalizer(new(sentinel), func(*sentinel) {
			if f() {
				arm()
			}
		})
	}
	arm()
}
