// Package ctxdrop defines a pass that finds functions which take a context and
// block without it.
//
// # Analyzer ctxdrop
//
// ctxdrop: a function that takes a context and blocks without it
//
// A context parameter is a promise: the call ends when the context does. The
// pass reports functions that take a context, pass it to nothing that waits,
// and wait all the same: the parameter is blank, unused, or only logged. Such
// a wrapper is worse than one without a context, because its callers set
// deadlines that nothing obeys. It also reports calls of functions of other
// modules that take a context and, as far as their source shows, wait
// without it.
//
// Where more than two functions of one type, or of one other package, are
// what waits so, that is one cause and one finding in each package that calls
// them, as in ctxblock. So are the methods of a type that ask one client of a library
// whose functions have no form with a context.
//
// # Why it hurts
//
// Containers went out of service in waves, with "request timed out" from the
// load balancer's probe and nothing in the logs. A function that took a context
// and whose comment said it could be cancelled called a synchronous client
// inside: three seconds, a back-off, three seconds again, and in all that time
// nothing else was served. Everybody had looked at the callers' timeouts, which were right.
//
// # Wrong
//
//	func (m *Mailer) Send(ctx context.Context, to, text string) error {
//		return smtp.SendMail(m.addr, m.auth, m.from, []string{to}, []byte(text))
//	}
//
// # Right
//
//	func (m *Mailer) Send(ctx context.Context, to, text string) error {
//		conn, err := m.dialer.DialContext(ctx, "tcp", m.addr)
//		if err != nil {
//			return err
//		}
//		defer conn.Close()
//		defer context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })()
//		…
//	}
//
// # What it does not report
//
//   - A context that is stored, returned or handed to where it cannot be followed.
//   - Functions that do not wait, whose signature an interface demands.
//   - What brings a database's schema up to date, by its name, and clients of other modules
//     to which the package gives a limit by their SetTimeout.
//   - Waits bounded to no more than a second, clean-up, and goroutines that nobody
//     waits for.
//   - A function that does pass its context to something that waits; other
//     waits in it without the context are ctxblock's or ctxwait's.
//
// # Suggested fix
//
// As for ctxblock; a blank parameter gets a name.
//
// # Options
//
//	options:
//	  ctxdrop:
//	    each: true
//
// in .faultlint.yml reports each of the functions that have one cause.
//
// # How to silence
//
//	//faultlint:ignore ctxdrop reason
package ctxdrop
