// Package orphan defines a pass that finds work left running after its
// timeout fired.
//
// # Analyzer orphan
//
// orphan: a goroutine or process that stays after nobody waits for it any more
//
// "It timed out" must mean "it stopped". The pass reports goroutines and
// processes of which it can prove that they stay:
//
//   - a send on a channel whose receiver may leave: a result channel without
//     room next to a Done or timeout case, a stream whose reader returns at the
//     first error, a feeder whose workers have left; and the receive or range
//     to which nobody sends and which nobody closes;
//   - a write into an io.Pipe whose reader may leave with an error, or refuse what
//     it has read, when nothing closes the reading end then;
//   - a child process that was started and is only given up, not killed, when
//     the context ends, also one whose start is called off, of which nobody else
//     knows; a call without any limit in a goroutine that the function gives up
//     after a time limit; a connection that the function has made, and leaves open
//     when it gives up on the goroutine that waits for it;
//   - a wait for goroutines that comes before what alone ends them: before the
//     cancel, or the close of their stop channel, in a Close or Stop; in a defer
//     that runs before the deferred cancel; in a defer for an errgroup whose
//     context nothing ends when the function leaves with an error of its own;
//   - a goroutine that waits for the end of the caller's context, and nothing
//     else, on behalf of a function that may return long before; one that goes
//     round by a timer with no end at all (also one started by a function that has no
//     other use for its context, or that closes the connection which the goroutine uses), or whose stop channel is not closed
//     on every way out of the function that started it; or one that sends to that
//     function alone, and goes round until the caller's context is over;
//   - work in a goroutine under the context that a function was given, when the function
//     fails at a time limit of its own, or at the end of a lease that it keeps, without
//     ending or awaiting it;
//   - a goroutine that ties two contexts, or a context and a stop channel, together and
//     waits for the parent of the one it cancels, or for the other alone, rather than
//     for that itself, so that its release ends nothing;
//   - a goroutine that goes round until a context is over which nothing ends: it was
//     cut from the caller's, or began with a request, or in a function with a context and
//     work of its own;
//   - what runs under the last of several contexts that one variable cancels in turn,
//     where `defer cancel()` has taken the function from before them;
//   - a stream of answers of a remote call that is left before its end, in each turn of a
//     loop, under a context that goes on: nothing else ends it; so for the channel that a
//     function of the package fills in a goroutine until the context is over;
//   - what goes on under a context whose cancel function is replaced, in a map, by that of a
//     later call for the same key, without a look at the one that is there, or in a field, by
//     a function that puts new work in the place of the old (Change, Switch);
//   - a loop that asks a field for its stop channel in each turn, when who closes the channel
//     sets the field to nil at once;
//   - a shell, or a program chosen at run time, under a time limit, whose output
//     goes through a pipe and that has no WaitDelay: the limit kills it alone,
//     and the wait goes on until the programs that it started close the pipe.
//
// # Why it hurts
//
// A synchronous SDK ran in a pool of one worker, with a time limit around it.
// The caller left after one second; the worker was busy for three. The next
// task needed a tenth of a second and took two. Each timeout left a busy worker
// behind, and fewer workers made more timeouts: after two hours nothing moved,
// the health check was green, and the log had not a single error.
//
// # Wrong
//
//	ch := make(chan result)
//	go func() { ch <- query() }() // stays here after a timeout
//	select {
//	case r := <-ch:
//		return r, nil
//	case <-ctx.Done():
//		return result{}, ctx.Err()
//	}
//
//	ctx, cancel := context.WithCancel(ctx)
//	defer cancel()
//	wg.Go(func() { follow(ctx) })
//	defer wg.Wait() // runs before cancel
//
//	func (h *Hub) Close() {
//		h.workers.Wait() // they end with the context
//		h.cancel()
//	}
//
//	go func() {
//		<-ctx.Done() // stays when the read is done
//		conn.Close()
//	}()
//	return bufio.NewReader(conn).ReadString('\n')
//
//	cmd := exec.Command(name)
//	cmd.Start()
//	go func() { exited <- cmd.Wait() }()
//	select {
//	case err := <-exited:
//		return err
//	case <-ctx.Done():
//		return ctx.Err() // the child runs on
//	}
//
// # Right
//
//	ch := make(chan result, 1)
//
//	defer wg.Wait()
//	defer cancel()
//
//	stop := context.AfterFunc(ctx, func() { conn.Close() })
//	defer stop()
//
//	cmd := exec.CommandContext(ctx, name)
//	cmd.WaitDelay = time.Second
//
// # At run time
//
// What stays can be seen in a running program:
//
//   - Go 1.26 has a profile of leaked goroutines: built with
//     GOEXPERIMENT=goroutineleakprofile, /debug/pprof/goroutineleak lists the
//     goroutines that no other can wake any more, with their stacks.
//   - The ordinary profile, /debug/pprof/goroutine?debug=2, gives each goroutine
//     with the time it has waited: "chan send, 74 minutes" many times over at
//     the same line is an orphan. A count that only grows is enough of an alarm:
//     export runtime.NumGoroutine, or /sched/goroutines:goroutines of
//     runtime/metrics.
//   - pprof.Do(ctx, pprof.Labels("job", name), f) labels the goroutines that f
//     starts, so that the profile says whose they are.
//   - In tests, go.uber.org/goleak fails a test that leaves goroutines, and
//     testing/synctest one whose goroutines never end.
//
// # What it does not report
//
//   - Further sends of one function on a channel at which it stays for the same reason.
//   - A channel with room for all that is sent into it, and a sender that
//     selects on Done or looks at the context just before it sends.
//   - A receiver that leaves when it has got what the sender says last, on another channel:
//     the sender is gone by then.
//   - Channels that leave the package, or are kept in objects: their other side
//     is out of sight.
//   - Goroutines that live as long as the process: started by main, telling how a
//     server ended, or started by a command that prints its answer and exits.
//   - Senders whose receiver leaves in what runs once in the life of the process: main, what a command
//     of the command line does, and what only these call outside of endless loops.
//   - As every pass, methods of types that stand in for real ones in tests, by their names (mockSender).
//   - A range over what comes from an endless loop, or from a channel of an object that nobody in
//     sight closes: there is more to come.
//   - A select that is left at the answer or the error of a goroutine, both of which are its
//     end, or because what the goroutine calls back says that its work has begun.
//   - Work behind the back of a function that serves a request, whose context is over soon, or
//     whose callers cancel the context that they hand over; work whose starter returns no error
//     then, or closes, stops, marks or awaits something before.
//   - Calls that main gives up on, outside of a loop: the process ends with it.
//   - A call in an abandoned goroutine that has the context at hand and ignores
//     it: that is ctxblock's or ctxwait's.
//   - A goroutine whose function returns what waits for it: wg.Wait, or a literal that does.
//   - A goroutine that somebody is expected to end by closing, killing or
//     stopping something.
//
// # Suggested fix
//
// Where the number of values sent is known, the channel gets room for them.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore orphan reason
package orphan
