// Package chans is about channel operations: what ends them, and who is at the other end.
package chans

import (
	"context"
	"errors"
	"sync"
	"time"
)

func do(ctx context.Context, i int) (int, error) { return i, ctx.Err() }

// Room for all senders: never waits.
func room(ctx context.Context) int {
	ch := make(chan int, 2)
	ask := func(i int) {
		v, _ := do(ctx, i)
		ch <- v
	}
	go ask(1)
	go ask(2)
	select { // want `select: param 0 of room`
	case v := <-ch:
		return v
	case <-ctx.Done():
		return 0
	}
}

// Room for one, and two senders.
func roomForOne(ctx context.Context) int {
	ch := make(chan int, 1)
	ask := func(i int) {
		v, _ := do(ctx, i)
		ch <- v // want `send on ch: none proven abandoned because 2 values are sent, there is room for 1`
	}
	go ask(1)
	go ask(2)
	select { // want `select: param 0 of roomForOne`
	case v := <-ch:
		return v
	case <-ctx.Done():
		return 0
	}
}

// One of two branches sends: one value, room for one.
func branches(ctx context.Context) error {
	ch := make(chan error, 1)
	go func() {
		if _, err := do(ctx, 1); err != nil {
			ch <- err
			return
		}
		ch <- nil
	}()
	select { // want `select: param 0 of branches`
	case err := <-ch:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Unbuffered, and the receiver may leave on Done.
func abandoned(ctx context.Context) (int, error) {
	ch := make(chan int)
	go func() {
		v, _ := do(ctx, 1)
		ch <- v // want `send on ch: none proven abandoned because nothing receives from it once abandoned has left at local.go:`
	}()
	select { // want `select: param 0 of abandoned`
	case v := <-ch:
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Unbuffered, and a time limit.
func abandonedByTime() (int, error) {
	ch := make(chan int)
	go func() {
		ch <- compute() // want `send on ch: none proven.* because nothing receives`
	}()
	select {
	case v := <-ch:
		return v, nil
	case <-time.After(5 * time.Second):
		return 0, errors.New("timeout")
	}
}

func compute() int { return 1 }

// An early return between the start and the receive.
func earlyReturn(ctx context.Context) (int, error) {
	ch := make(chan int)
	go func() {
		ch <- compute() // want `send on ch: none proven.* because nothing receives`
	}()
	if _, err := do(ctx, 2); err != nil {
		return 0, err
	}
	return <-ch, nil
}

// Always received.
func received(ctx context.Context) int {
	ch := make(chan int)
	go func() {
		ch <- compute()
	}()
	_, err := do(ctx, 2)
	v := <-ch
	if err != nil {
		return 0
	}
	return v
}

// The receive hangs on the same condition as the start.
func conditional(ctx context.Context, async bool) int {
	ch := make(chan int)
	if async {
		go func() {
			ch <- compute()
		}()
	}
	do(ctx, 2)
	if async {
		return <-ch
	}
	return 0
}

// The sender looks at the context first.
func looksFirst(ctx context.Context) int {
	ch := make(chan int)
	go func() {
		v := compute()
		if ctx.Err() != nil {
			return
		}
		ch <- v
	}()
	select { // want `select: param 0 of looksFirst`
	case v := <-ch:
		return v
	case <-ctx.Done():
		return 0
	}
}

// The sender selects on Done as well.
func senderSelects(ctx context.Context) int {
	ch := make(chan int)
	go func() {
		select { // want `select: param 0 of senderSelects`
		case ch <- compute():
		case <-ctx.Done():
		}
	}()
	select { // want `select: param 0 of senderSelects`
	case v := <-ch:
		return v
	case <-ctx.Done():
		return 0
	}
}

// A goroutine per item, room for all.
func perItemRoom(ctx context.Context, items []int) (int, error) {
	ch := make(chan int, len(items))
	for _, i := range items {
		go func() {
			v, _ := do(ctx, i)
			ch <- v
		}()
	}
	sum := 0
	for range items {
		select { // want `select: param 0 of perItemRoom loop`
		case v := <-ch:
			sum += v
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return sum, nil
}

// A goroutine per item, no room, and the receiver leaves on Done.
func perItemNoRoom(ctx context.Context, items []int) (int, error) {
	ch := make(chan int)
	for _, i := range items {
		go func() {
			v, _ := do(ctx, i)
			ch <- v // want `send on ch: none proven abandoned because nothing receives from it once perItemNoRoom has left`
		}()
	}
	sum := 0
	for range items {
		select { // want `select: param 0 of perItemNoRoom loop`
		case v := <-ch:
			sum += v
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return sum, nil
}

// The first answer wins; the other senders stay.
func firstWins(items []int) int {
	ch := make(chan int)
	for _, i := range items {
		go func() {
			ch <- i * compute() // want `send on ch: none proven because firstWins starts a sender per item and receives once`
		}()
	}
	return <-ch
}

// All answers are taken.
func allTaken(items []int) int {
	ch := make(chan int)
	for _, i := range items {
		go func() {
			ch <- i * compute()
		}()
	}
	sum := 0
	for range items {
		sum += <-ch
	}
	return sum
}

// Errors are sent, and the collector leaves at the first one.
func firstError(items []int) error {
	errs := make(chan error)
	for _, i := range items {
		go func() {
			errs <- check(i) // want `send on errs: none proven because nothing receives from it once firstError has left with an error`
		}()
	}
	for range items {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

func check(i int) error {
	if i == 0 {
		return errors.New("zero")
	}
	return nil
}

// The channel of errors has room for all.
func firstErrorRoom(items []int) error {
	n := len(items)
	errs := make(chan error, n)
	for _, i := range items {
		go func() {
			errs <- check(i)
		}()
	}
	for i := 0; i < n; i++ {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// A producer streams; the consumer leaves early.
func streamLeft(rows []int) error {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for _, r := range rows {
			ch <- r // want `send on ch: none proven loop because nothing receives from it once streamLeft has left with an error`
		}
	}()
	for v := range ch {
		if err := check(v); err != nil {
			return err
		}
	}
	return nil
}

// A producer streams; the consumer takes everything.
func streamTaken(rows []int) (sum int) {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for _, r := range rows {
			ch <- r
		}
	}()
	for v := range ch {
		sum += v
	}
	return sum
}

// The consumer leaves early and drains.
func streamDrained(rows []int) error {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for _, r := range rows {
			ch <- r
		}
	}()
	defer func() {
		for range ch {
		}
	}()
	for v := range ch {
		if err := check(v); err != nil {
			return err
		}
	}
	return nil
}

// Feeding workers that leave after an error.
func feedErr(ctx context.Context, n int, items []int) error {
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				if _, err := do(ctx, j); err != nil {
					return
				}
			}
		}()
	}
	for _, i := range items {
		jobs <- i // want `send on jobs: none proven loop because its only receiver, in feedErr.func, leaves with an error`
	}
	close(jobs)
	wg.Wait()
	return nil
}

// Feeding workers that leave on Done.
func feedDone(ctx context.Context, items []int) {
	jobs := make(chan int)
	for range 4 {
		go func() {
			for {
				select { // want `select: param 0 of feedDone goroutine loop`
				case j := <-jobs:
					do(ctx, j)
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	for _, i := range items {
		jobs <- i // want `send on jobs: none proven loop because its only receiver, in feedDone.func, leaves at .*, when the context ends`
	}
}

// Feeding workers that take everything until the channel is closed.
func feedAll(ctx context.Context, items []int) {
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for j := range jobs {
				do(ctx, j)
			}
		})
	}
	for _, i := range items {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
}

// Feeding in a select with Done.
func feedSelect(ctx context.Context, items []int) {
	jobs := make(chan int)
	for range 4 {
		go func() {
			for j := range jobs {
				if _, err := do(ctx, j); err != nil {
					return
				}
			}
		}()
	}
	defer close(jobs)
	for _, i := range items {
		select { // want `select: param 0 of feedSelect loop`
		case jobs <- i:
		case <-ctx.Done():
			return
		}
	}
}

// The channel has room for every item.
func feedRoom(ctx context.Context, items []int) {
	jobs := make(chan int, len(items))
	for range 4 {
		go func() {
			for j := range jobs {
				if _, err := do(ctx, j); err != nil {
					return
				}
			}
		}()
	}
	for _, i := range items {
		jobs <- i
	}
	close(jobs)
}

// A worker in a function of its own.
func feedNamed(ctx context.Context, items []int) {
	jobs := make(chan int)
	for range 4 {
		go worker(ctx, jobs) // want `select: param 0 of feedNamed goroutine loop via worker`
	}
	for _, i := range items {
		jobs <- i // want `send on jobs: none proven loop because its only receiver, in worker, leaves`
	}
	close(jobs)
}

func worker(ctx context.Context, jobs <-chan int) {
	for {
		select { // want `select: param 0 of worker loop`
		case j, ok := <-jobs:
			if !ok {
				return
			}
			do(ctx, j)
		case <-ctx.Done():
			return
		}
	}
}

// A pipeline: a stage that stops on Done, but sends bare in a case.
func stages(ctx context.Context, in []int) {
	a, b := make(chan int), make(chan int)
	go func() {
		defer close(a)
		for _, v := range in {
			select { // want `select: param 0 of stages goroutine loop`
			case a <- v:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		defer close(b)
		for {
			select { // want `select: param 0 of stages goroutine loop`
			case v, ok := <-a:
				if !ok {
					return
				}
				b <- v * 2 // want `send on b: none proven goroutine loop because its only receiver`
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		for {
			select { // want `select: param 0 of stages goroutine loop`
			case v, ok := <-b:
				if !ok {
					return
				}
				do(ctx, v)
			case <-ctx.Done():
				return
			}
		}
	}()
}

// Nobody else has the channel.
func nobodyReceives() {
	ch := make(chan int)
	go func() {
		ch <- 1 // want `send on ch: none proven goroutine because nothing receives from it`
	}()
}

func nobodySends() int {
	ch := make(chan int)
	return <-ch // want `receive from ch: none proven because nothing sends on it or closes it`
}

// The channel is another's too.
func escapes() {
	ch := make(chan int)
	register(ch)
	ch <- 1
}

var registry []chan int

func register(ch chan int) { registry = append(registry, ch) }

func Registered() []chan int { return registry }

// A channel that is a parameter of an exported function.
func Follow(ctx context.Context, out chan<- int) {
	for i := range 10 {
		out <- i
	}
}

// A semaphore whose holders obey the context.
func semaphore(ctx context.Context, items []int) {
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for _, i := range items {
		sem <- struct{}{}
		wg.Go(func() {
			defer func() { <-sem }()
			do(ctx, i)
		})
	}
	wg.Wait()
}

// A flag lets one turn of the loop send.
func firstLine(ctx context.Context, in []int) int {
	ch := make(chan int, 1)
	go func() {
		told := false
		for _, i := range in {
			v, err := do(ctx, i)
			if err == nil && !told {
				told = true
				ch <- v
			}
		}
	}()
	select { // want `select: param 0 of firstLine`
	case v := <-ch:
		return v
	case <-ctx.Done():
		return 0
	}
}

// Without it each turn does.
func anyLine(ctx context.Context, in []int) int {
	ch := make(chan int, 1)
	go func() {
		for _, i := range in {
			if v, err := do(ctx, i); err == nil {
				ch <- v // want `send on ch: none proven abandoned loop because nothing receives from it once anyLine has left`
			}
		}
	}()
	select { // want `select: param 0 of anyLine`
	case v := <-ch:
		return v
	case <-ctx.Done():
		return 0
	}
}
