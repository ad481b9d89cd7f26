// Package fanout defines a pass that finds a goroutine for each item without a
// limit, in a path that serves requests.
//
// # Analyzer fanout
//
// fanout: a goroutine for each item around a blocking call, without a limit (off by default)
//
// The pass reports a loop over items, in a function that runs while a request,
// message or job is served, that starts a goroutine for each item which waits
// for something outside the process, when nothing limits how many run at once.
// It is off by default, because how many items there may be is often known to
// people, and not to the code.
//
// # Why it hurts
//
// A page asked for the prices of all articles in a basket, each in a goroutine
// of its own. With ten articles that was quick. A reseller's basket had four
// thousand: the price service saw four thousand connections from one request,
// refused most of them, and every refusal was repeated by its client.
//
// # Wrong
//
//	g, ctx := errgroup.WithContext(r.Context())
//	for _, id := range ids {
//		g.Go(func() error { return s.price(ctx, id) })
//	}
//
// # Right
//
//	g, ctx := errgroup.WithContext(r.Context())
//	g.SetLimit(8)
//	for _, id := range ids {
//		g.Go(func() error { return s.price(ctx, id) })
//	}
//
// # What it does not report
//
//   - Groups with a limit, pools, and loops that take a slot of a semaphore, a
//     channel or a rate limiter, before the goroutine or in it.
//   - Loops over a number of items that is known and at most 32, over channels,
//     and over numbers other than the length of something, which start workers.
//   - Code that no handler of its package reaches, and groups that come from elsewhere.
//
// # Options
//
// Off unless it is named: faultlint -enable fanout, or -only fanout.
//
// # How to silence
//
//	//faultlint:ignore fanout reason
package fanout
