// Package ctxblock defines a pass that finds blocking calls which no context
// reaches although one is at hand.
//
// # Analyzer ctxblock
//
// ctxblock: a blocking call without a context where one is at hand
//
// A handler, or any function with a context, that calls the network,
// a database, a process or a pool without that context cannot be stopped:
// the client has gone, the deadline has passed, and the worker, the
// connection and the memory stay taken until the other end answers. The pass
// finds such calls in the function that has the context and in the helpers it
// calls, through methods, closures, interfaces and packages, and reports them
// where the context has to be given, once for each cause.
//
// Where more than two functions of one type, or of one other package, wait
// for the same kind of thing without a context, as the methods of a store do
// that was written without any, that is one cause and one finding in each
// package that calls them: at the first of the calls, or of the waits if the
// type is of the same package. It says how many they are; the other
// places are related information. A function that is added to them later
// brings no new finding.
//
// Handlers often know their stores and clients by interfaces of their own
// package, and another package puts the implementations behind them. That
// package is where both ends are in sight: where it hands a value over as the
// interface (an argument, a field of a literal, an assignment, a result), and
// the functions that it is handed to call its methods with a context at hand,
// the finding stands there, once for each type. It names the first
// of the calls and the wait at its end. Of several implementations that are handed over,
// those that wait are reported. Where the handlers' package can tell the implementation
// itself, the finding stands at the handler's call instead: it puts
// the value there; the interface's package hands out its own type as the interface; or
// the interface speaks of types of another package of the module, in which
// just one type implements it. A function that makes a type of its package and returns it as an
// interface of a third one (pg.NewRepo() ports.Repo) counts as handing it over where it is called.
//
// A fiber handler's context, c.UserContext(), ends only if a middleware puts one there that does,
// such as fiber's timeout. It counts as one at hand all the same: calls that are not given
// it stay without a limit whatever middleware is added.
//
// A store that keeps the context it was made with and asks under that one is reported where a
// request's handler, with such a store in its own object, asks it for something.
//
// The context of a command, of cobra say, or of the program counts in a loop that goes round until
// it ends: what runs once may be interrupted otherwise.
//
// A gin context that is given as it is, where the package makes the engine and does not set
// ContextWithFallback, is never done; the request's is.
//
// A call that is given the context may be deaf to it all the same: a pop or read of a stream
// of go-redis with a limit of 0, and all that a client with a ReadTimeout below 0 asks for, if the
// client is made in sight without ContextTimeoutEnabled.
//
// # Why it hurts
//
// A service kept experiments in an SDK whose client made its HTTP requests
// without a context. Nobody noticed until the SDK's backend slowed down: every
// request handler waited three seconds, a back-off and three seconds again,
// long after its own client had gone. Health checks queued behind them, the load
// balancer took the containers out, and the pool of the database was drained by
// the ones that came up. One argument was missing.
//
// # Wrong
//
//	func (a *API) show(w http.ResponseWriter, r *http.Request) {
//		user, err := a.store.load(r.PathValue("id"))
//		…
//	}
//
//	func (s *Store) load(id string) (User, error) {
//		row := s.db.QueryRow("SELECT … WHERE id = ?", id) // waits whatever becomes of the request
//		…
//	}
//
// # Right
//
//	func (a *API) show(w http.ResponseWriter, r *http.Request) {
//		user, err := a.store.load(r.Context(), r.PathValue("id"))
//		…
//	}
//
//	func (s *Store) load(ctx context.Context, id string) (User, error) {
//		row := s.db.QueryRowContext(ctx, "SELECT … WHERE id = ?", id)
//		…
//	}
//
// # What it does not report
//
//   - Calls where no context is at hand and that no handler reaches. The pass
//     ctxmissing, which is off by default, reports those.
//   - Waits bounded to no more than a second, goroutines that nobody waits for,
//     clean-up, what runs once before anything is served, constructors that are
//     called outside of a handler, and commands that run once.
//   - A context made up with context.Background in a function that has one at
//     hand: that is ctxdetach. Sleeps, channels and groups next to a context:
//     that is ctxwait. A function whose context parameter reaches nothing:
//     that is ctxdrop.
//   - What an object finds out once, in a sync.Once of its own, and copies of connections that
//     were taken over (Hijack): the request's context tells of nothing any more.
//   - Connections that an AfterFunc, a deadline or a goroutine ends with the
//     context, requests and commands that get their context later, and readers
//     that may be buffers.
//   - Statements of a package that imports the driver of an embedded database (SQLite, DuckDB)
//     and none of a server: they wait for no peer.
//   - Calls on what a function of the package has put a context into, by its name and parameters
//     (client := withContext(ctx, client)).
//   - Prompts (fmt.Scan and the like), and addresses resolved of a text that is numbers (ip.String()).
//   - Statements of functions that bring a schema up to date or fill it, by their names (migrate,
//     seed), and that no handler of the package runs: they run once, before anything is served.
//   - Branches that a constant (or nil) keeps from being taken: send(msg, false), register(name, "admin"),
//     also where it is handed on from function to function.
//   - Waits of another module behind one of its interfaces of which other implementations do not wait:
//     which it is hangs on the value.
//   - Functions handed over to where they cannot be followed, and what another
//     module does on this machine or puts a limit of its own on, also by the SetTimeout of
//     its client.
//
// # Suggested fix
//
// A call that has a form with a context, and is the same otherwise, gets it with
// the context at hand: Query becomes QueryContext(ctx, …), exec.Command
// exec.CommandContext.
//
// # Options
//
//	options:
//	  ctxblock:
//	    each: true
//
// in .faultlint.yml reports each of the functions that have one cause.
//
// # How to silence
//
//	//faultlint:ignore ctxblock reason
//
// At a finding that stands for many this silences all of them in the package.
//
// A helper that is known to return soon is marked once:
//
//	//faultlint:bounded reason
package ctxblock
