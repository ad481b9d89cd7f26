// Package notimeout defines a pass that finds clients and servers without any
// limit in a path that serves requests.
//
// # Analyzer notimeout
//
// notimeout: a client, server or connection without any limit, in a path that serves requests
//
// The zero values of net/http wait for ever. The pass reports a server that
// gives its clients no limit for sending their headers: an http.Server without
// ReadHeaderTimeout and ReadTimeout, whether its fields stand in a literal or are
// assigned, and http.ListenAndServe or gin's Run, which make one.
// It also reports an exchange with the network that nothing can end: the call
// has no limit, its client certainly has none either, and the handler that
// waits for it has no context (a NATS message, or a job on a schedule) or one that never ends (that of fiber);
// or it is one turn of a worker's endless loop, under the context that ends the loop: one that
// takes what it works on from a queue, or works at the ticks of a clock or after a pause.
//
// # Why it hurts
//
// A consumer fetched a picture for each message with http.Get. One picture
// server accepted the connection and sent nothing. The consumer's only
// goroutine waited; the queue grew for a night. Nothing was wrong with the
// process: no error, no CPU, and its health check was answered by another goroutine.
//
// # Wrong
//
//	srv := &http.Server{Addr: addr, Handler: mux}
//
//	nc.Subscribe("pictures", func(m *nats.Msg) {
//		resp, err := http.Get(string(m.Data)) // as long as it takes
//		…
//	})
//
// # Right
//
//	srv := &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second}
//
//	hc := &http.Client{Timeout: 10 * time.Second}
//	nc.Subscribe("pictures", func(m *nats.Msg) {
//		resp, err := hc.Get(string(m.Data))
//		…
//	})
//
// # What it does not report
//
//   - A missing WriteTimeout: servers that stream must not have one.
//   - Clients whose settings are not all in sight, or that have a transport that
//     is not plain; databases, whose limits are in their address.
//   - A worker's exchange whose answer is read as it comes, line by line: a subscription
//     may last.
//   - Calls under a context that ends, whoever ends it; calls without a
//     context where one is at hand, which are ctxblock's.
//   - Servers on an address, listener or socket that only this machine reaches (also in a variable
//     of the package that nothing sets), commands that run once, and tests; as in every pass, packages below a directory devtools or
//     hack, programs below scripts or dev, packages below test or tests, and packages that start containers for tests.
//
// # Options
//
//	options:
//	  notimeout:
//	    everywhere: true
//
// in .faultlint.yml reports calls without any limit in functions that no
// handler reaches, too.
//
// # How to silence
//
//	//faultlint:ignore notimeout reason
package notimeout
