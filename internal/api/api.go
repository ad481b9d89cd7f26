// Package api knows what library functions do: which calls wait and how a
// context reaches them, which run a closure again, which change something
// outside the process, which functions serve requests, which values carry a
// context, and which settings bound time.
//
// The knowledge is data (the rows in the other files); this file says what a
// row can express. A new library is a row, never an if in a rule. Rows were
// read from the libraries' sources; Note keeps what surprised.
package api

import "time"

// Tri is an answer that may be unknown. The zero value is unknown, so that a
// row says only what was checked, and unknown keeps rules silent.
type Tri int8

const (
	Maybe Tri = iota // not known, or depends on what is not in sight
	Yes
	No
)

// Not turns yes into no, and no into yes.
func (t Tri) Not() Tri {
	switch t {
	case Yes:
		return No
	case No:
		return Yes
	}
	return Maybe
}

// Attempts counts runs of an operation in total: 1 means no retry.
type Attempts int

const (
	// AttemptsUnknown: the number is set where we cannot see it.
	AttemptsUnknown Attempts = 0
	// AttemptsUnbounded: nothing but time, context or success ends the attempts.
	AttemptsUnbounded Attempts = -1
)

// CtxIn says how a context reaches a call.
type CtxIn struct {
	Kind CtxKind
	Arg  int    // argument index for CtxArg, CtxStopChan, CtxRequest, CtxOptionArg
	Key  string // for CtxOption and CtxField: key of the option function or field, or of the method that puts it there
}

// CtxKind enumerates the ways a context reaches a call.
type CtxKind int8

const (
	CtxNone     CtxKind = iota // no context can reach the call
	CtxArg                     // a context.Context argument
	CtxRequest                 // inside an *http.Request (or other carrier) argument
	CtxReceiver                // the receiver was built with a context (builder chain, policy, stream)
	CtxOption                  // a functional option argument (Key) carries it; absent = Background
	CtxPolicy                  // inside the policy argument, as backoff.WithContext wraps it
	CtxField                   // in a field (Key) of a struct argument
	CtxStopChan                // a stop channel argument; ctx.Done() fits
)

// OpKind says what a driver repeats.
type OpKind int8

const (
	OpArg    OpKind = iota // the closure in argument Driver.Op
	OpField                // the closure in field Driver.OpField of argument Driver.Op
	OpLoop                 // the call is the step or condition of a hand-written loop
	OpSelf                 // the call makes several attempts by itself
	OpPolicy               // builds the policy that is given to a driver
)

// RecvArg stands for the receiver where an argument index is asked for.
const RecvArg = -1

// RetriesOn says after which failures a driver tries again by default.
type RetriesOn int8

const (
	OnUnknown    RetriesOn = iota
	OnAnyError             // every error, cancellation included unless marked permanent
	OnTransient            // a class of transient errors and statuses
	OnMarked               // only errors the closure marks as retryable
	OnConflict             // only conflicts or aborts, which prove that nothing was done
	OnCondition            // while the closure says "not yet"; its error stops
	OnNothingYet           // only when nothing was sent
)

// Backoff describes the waits between attempts.
type Backoff struct {
	Initial time.Duration // first delay; 0 = none or unknown, see Known
	Factor  float64       // growth per attempt; 0 or 1 = constant
	Max     time.Duration // cap of one delay; 0 = none
	Jitter  Tri
	Added   bool // the random part is added to the delay, however short that is
	Known   bool
}

// Driver is a library function that runs an operation again.
type Driver struct {
	Fn        []string // keys, see Key
	Kind      OpKind
	Op        int    // argument index of the closure (OpArg) or of the struct (OpField)
	OpField   string // field name of the closure for OpField
	Policy    int    // argument index of the policy or first option; -1 = none. Receiver policies: PolicyReceiver
	Ctx       CtxIn
	Attempts  Attempts      // default total
	CountArg  int           // 1 + index of an argument with the attempts; 0 = none
	CapArg    int           // 1 + index of an argument that bounds the total time; 0 = none
	DelayArg  int           // 1 + index of an argument with the first or constant delay; 0 = none
	IfArg     int           // 1 + index of an argument that says which errors are retried; 0 = none
	Cap       time.Duration // default bound on the total time; 0 = none
	Backoff   Backoff
	Stop      Tri // does the end of the context end the wait between attempts
	Pre       Tri // is the context looked at before the first attempt
	PassCtx   Tri // does the closure get the context as its first parameter
	On        RetriesOn
	Effects   Tri      // OpSelf: are calls that are not idempotent repeated too
	Periodic  bool     // runs the closure on a schedule whatever it returns: a loop, not a retry
	Tx        bool     // the closure is a transaction that is begun anew in each attempt
	Poll      bool     // the closure is a condition that is polled
	Hedge     bool     // the second run starts while the first is still running
	Producer  bool     // OpSelf: sends messages, which queues promise to deliver at least once
	Spends    bool     // OpSelf: a reader is empty from the second attempt on, also one that can seek unless KnobRewind says otherwise
	SleepLast bool     // waits once more after the last attempt
	CtxPolicy bool     // OpSelf: the policy travels in the context that the call gets
	Runs      int      // OpSelf: 1 + index of the function that is run elsewhere, within the limits of the policy; 0 = none
	Spent     bool     // the policy counts from its making, over all calls that share it
	Stateful  bool     // OpPolicy: it changes with each attempt, so that it is for one caller at a time
	Next      []string // OpPolicy: methods of the policy that return the next delay, negative once Cap is over
	Permanent []string // keys of functions whose result stops the attempts: backoff.Permanent
	Marker    []string // OnMarked: keys of functions that mark an error as retryable
	Lib       string   // how messages call it: "backoff.Retry"
	Note      string
}

// PolicyReceiver in Driver.Policy says that the policy is the call's receiver.
const PolicyReceiver = -2

// WaitKind is the kind of a wait.
type WaitKind int8

const (
	WaitNone   WaitKind = iota
	WaitNet             // a network exchange
	WaitDial            // connecting
	WaitDNS             // name resolution
	WaitProc            // a child process
	WaitSleep           // passing time
	WaitSync            // another goroutine: WaitGroup, Cond, future
	WaitLock            // a lock
	WaitPool            // a free connection, slot or worker
	WaitIO              // a read or write on a connection or pipe
	WaitJob             // a job or long-running operation elsewhere
	WaitServer          // serving by design, ends with the process
	WaitSend            // a channel send (not in tables)
	WaitRecv            // a channel receive (not in tables)
	WaitSelect          // a select (not in tables)
)

// FixKind says how a blocking call becomes its context twin.
type FixKind int8

const (
	FixNone       FixKind = iota // no twin exists
	FixMechanical                // rename and context as first argument
	FixAdapt                     // other arguments or results change as well
	FixRewrite                   // needs other code
)

// Call is what one library function does with time.
type Call struct {
	Fn       []string
	Kind     WaitKind
	Ctx      CtxIn  // how a context reaches it; CtxNone: it cannot be cancelled
	Obeys    Tri    // if a context reaches it: does its end end the wait. Maybe counts as yes for rules that report
	Twin     string // key of the form with a context. In a row, "$Context" is the same name with a suffix, and "(*net.Resolver).$" the same name elsewhere
	Fix      FixKind
	Form     string        // FixAdapt: how the call is written then: $recv, $pkg (of the function), $name, $ctx, $args, $0, $1 …
	How      string        // what to do instead, for messages: "use QueryContext with the context"
	Bound    time.Duration // own default limit; 0 = none
	BoundArg int           // 1 + index of an argument that limits the wait; 0 = none (net.DialTimeout: 3)
	BoundIn  string        // the limit is in this field of argument BoundArg, a struct
	When     []string      // waits only where one of these texts stands in argument BoundArg: for the new entries of a stream
	Heard    string        // without this option of its client a context's deadline does not end the wait for an answer
	Unheard  string        // a limit of zero is none, and then no context ends it either unless the client's options set this field: redis.Options.ContextTimeoutEnabled
	OffBy    string        // the client's option that limits the wait for an answer and, if negative, switches its limits off; then too
	BoundOpt string        // key of an option that does what How says, where it is given: ldap.DialWithDialer
	Builder  bool          // not a wait: a builder that a context can be put on
	Never    bool          // never report: bounded elsewhere by design (Tx.Commit, Rows.Next)
	Ends     bool          // its own settings end it and no form takes a context: no fault of its callers that none reaches it
	Paced    bool          // waits by itself before it meets the same failure again: a client that fetches in the background
	Inside   []string      // returns at once when its context is over, which only methods of its answer tell; other than these, which do not
	Startup  bool          // belongs into start-up; only to be reported from a handler
	DB       bool          // an exchange with a database: what transactions are for
	Apart    bool          // DB: a store that no transaction of another database takes in: Redis, memcached
	Open     int           // gives a channel that only a Close ends, whatever context it was made under: of the receiver (1), or of what that was made by as well (2)
	Driven   bool          // with the database of whatever driver the program imports
	From     []int         // waits only as long as these arguments do (RecvArg: the receiver): io.ReadAll on a connection, not on a buffer
	Unblocks bool          // Close, Stop …: ends waits on its receiver rather than waiting
	Lib      string        // how messages call it: "(*sql.DB).Query"
	Note     string
}

// EffectKind classes what a second run of a call does.
type EffectKind int8

const (
	EffectUnknown     EffectKind = iota
	EffectRead                   // changes nothing
	EffectIdempotent             // n runs leave what one leaves
	EffectWrite                  // must not run twice blindly
	EffectConditional            // a write that is safe under the condition in Safe
	EffectConsume                // takes something away by reading it
	EffectSQL                    // by the text in argument SQL
	EffectHTTP                   // by the method of the request
	EffectLocal                  // telemetry and the like: ignore
	EffectRPC                    // by the name of the remote method
)

func (k EffectKind) String() string {
	return [...]string{"unknown", "read", "idempotent", "write", "conditional write", "consume", "by SQL text", "by HTTP method", "local", "by remote method"}[k]
}

// Effect is what one library function changes outside the process.
type Effect struct {
	Fn      []string
	Kind    EffectKind
	SQL     int        // EffectSQL: argument index of the text (RecvArg: the receiver stands for it)
	Default EffectKind // EffectSQL/EffectHTTP: class if the text or method is not in sight
	Lang    Lang       // EffectSQL: the language of the text
	Field   string     // EffectSQL: the text is in this field of the argument; EffectHTTP: n/a
	Unless  []string   // keys of functions or types, or names of fields, whose presence in an argument makes it EffectWrite: gorm.Expr, GenerateName
	Key     []string   // names of fields, options or setters that make a repeat harmless if set before the retry: "MessageDeduplicationId"
	KeyTag  string     // the struct tag that gives a field another name, which may be one of Key
	KeyFn   []string   // keys of option functions that do so: nats.MsgId
	KeyAuto bool       // the library draws such a key itself, anew for each call
	Settle  Settle     // what it tells a queue about the message in hand
	What    string     // for messages: "sends the message"
	Why     string     // for messages, where the name alone does not tell: "charges the card"
	Safe    string     // for messages: what makes a repeat harmless
	Lib     string
	Note    string
}

// Settle says what a call tells a queue about a message that it delivered.
type Settle int8

const (
	SettleNone Settle = iota
	SettleDone        // it does not come again: acknowledged, deleted, thrown away
	SettleBack        // it comes again; a last argument that is false throws it away instead
)

// Lang is a language in which a text says what a call does. See Classify.
type Lang int8

const (
	LangSQL    Lang = iota
	LangCQL         // Cassandra: INSERT and UPDATE overwrite
	LangMongo       // update operators: "$set", "$inc"
	LangDynamo      // update expressions: "SET a = :a", "ADD n :n"
	LangRedis       // command names: "INCR"
	LangLua         // scripts that Redis runs
	LangKube        // a patch type: "application/json-patch+json"
)

// Runner is a library function that runs a closure and is no retry: a breaker,
// a timeout, a transaction, a pool, a goroutine.
type Runner struct {
	Fn      []string
	Op      int           // argument index of the closure
	OpField string        // the closure is in this field of argument Op
	Ctx     CtxIn         // how a context reaches the call
	PassCtx Tri           // does the closure get a context, as its first parameter unless CtxParam says otherwise
	Async   bool          // runs in another goroutine; the call does not wait for it
	Later   bool          // runs some time later, or when something ends: AfterFunc, Cleanup
	Once    bool          // at most one of several callers runs it: singleflight, sync.Once
	Tx      bool          // the closure is one transaction
	Breaker bool          // refuses to run it while open; that refusal is permanent for a retry around it
	Limit   bool          // cuts it after a time
	Leaves  Tri           // may return while the closure goes on
	Timeout time.Duration // Limit: default; 0 = given by the caller
	Lib     string
	Note    string
}

// AfterTime reports whether the closure runs in a goroutine when some time is
// over, as that of time.AfterFunc does, rather than at the end of a context.
func (r *Runner) AfterTime() bool {
	return r != nil && r.Async && r.Later && r.Ctx.Kind == CtxNone
}

// Carrier is a type whose values carry a context.
type Carrier struct {
	Type []string // keys, "*" in front for pointers
	Ctx  string   // expression of the context, "$" standing for the value
	Self Tri      // the value is a context.Context itself
	Live Tri      // Self: is it done when the request is. No: passing it as a context loses cancellation
	// Unless is the key of a field that makes it done all the same, of what Made make.
	Unless string
	Made   []string
	Note   string
}

// TypeTrait says what holds for every value of a type.
type TypeTrait struct {
	Type  []string
	Trait Trait
	Note  string
}

// Handler is a shape of function that serves one request, message or job.
type Handler struct {
	Framework  string
	Type       []string // keys of named function types
	Params     []string // keys of parameter types, in order, "*" before a pointer; "_" is any type, "..." ends an open list
	Iface      []string // keys of interfaces whose methods (Methods) are handlers
	Methods    []string // "*" = all methods of the interface
	Reg        []string // keys of functions that register a handler; RegArg tells where
	RegArg     int
	RegField   []string      // keys of fields that a handler is put into: cobra.Command.RunE
	RegMethods bool          // what is registered is a value whose exported methods are the handlers: RegisterXServer(s, v)
	RegReturns string        // Reg counts only where the type of its first result has this name
	Shape      []string      // methods that are handlers by name and signature, whatever the receiver: "Reconcile(context.Context, _) (_, error)"
	Serves     Serves        // what a run serves
	Embeds     []string      // prefix of embedded type names, as "Unimplemented" for gRPC
	Ctx        string        // expression of the request's context, "$" standing for the carrying parameter: "$.Request.Context()", "$" for a context parameter; "" = none
	CtxParam   int           // index of the carrying parameter
	Live       Tri           // does that context end with the request
	Retried    Tri           // is the handler itself run again when it fails
	Final      []string      // keys of functions and variables in whose errors the handler says that it is not to be run again
	Deadline   time.Duration // default limit on one run; 0 = none
	Budget     time.Duration // what a user says one run may take; 0 = nothing said
	Lifecycle  bool          // runs for the life of the process (Run, Start), not for one request
	CLI        bool          // a command of a command-line tool: one user, one run
	NotRequest bool          // has no deadline pressure: cron, batch
	Note       string
}

// An Intent is what a user declares of functions, whatever is in them, as a
// directive comment on each would.
type Intent struct {
	Fn          []string
	Idempotent  bool
	NonBlocking bool
	Handler     bool
	Budget      time.Duration
}

// Serves says what one run of a handler serves.
type Serves int8

const (
	ServesRequest   Serves = iota // a request whose sender waits
	ServesMessage                 // a message or event
	ServesJob                     // a job from a queue
	ServesReconcile               // an object that a controller keeps as wanted
)

// CtxOpKind classes functions that make or carry contexts.
type CtxOpKind int8

const (
	CtxOpNone   CtxOpKind = iota
	CtxOpRoot             // Background, TODO
	CtxOpBound            // child with a deadline
	CtxOpCancel           // child that can be cancelled
	CtxOpValue            // child with the same lifetime
	CtxOpDetach           // keeps values, cuts cancellation
	CtxOpSource           // yields the context of a carrier: r.Context()
	CtxOpCarry            // puts a context into a carrier: r.WithContext(ctx)
	CtxOpHook             // runs a function at the context's end: context.AfterFunc
	CtxOpSignal           // ends at a process signal: signal.NotifyContext
	CtxOpRead             // only reads from a context
	CtxOpGroup            // errgroup: child that also ends when Wait returns
)

// CtxOp is a function that makes, derives or carries contexts.
type CtxOp struct {
	Fn       []string
	Kind     CtxOpKind
	Parent   int  // argument index of the parent context; -1 = none or receiver
	Dur      int  // 1 + argument index of the duration or deadline; 0 = none
	Deadline bool // that argument is a time.Time
	Copies   bool // CtxOpCarry: the result carries the context, the receiver stays as it was
	Live     Tri  // CtxOpSource: does the context end with the request
	Note     string
}

// Maker is a function whose result has a property that matters later: a
// client that retries, a client without a timeout, a request with a body that
// can be read once.
type Maker struct {
	Fn       []string // functions; also package variables (http.DefaultClient) and types, for their composite literals (http.Client)
	Result   int      // index of the result
	Of       int      // TraitSame: index of the argument (RecvArg: the receiver) that the result inherits from
	Trait    Trait
	Attempts Attempts      // TraitRetrying
	Effects  Tri           // TraitRetrying: repeats POST and the like as well
	Timeout  time.Duration // TraitNoTimeout: 0
	Note     string
}

// Trait is a property of a value.
type Trait int8

const (
	TraitNone           Trait = iota
	TraitRetrying             // calls on the value are retried inside
	TraitNoTimeout            // calls on the value have no limit of their own
	TraitTimeout              // calls on the value have a limit
	TraitReplayable           // a body that can be read again (bytes.Reader …)
	TraitSpent                // a body or reader that can be read once
	TraitIdempotencyKey       // a random key: new at each call (uuid.NewString)
	TraitMemory               // a reader or writer in memory: never waits
	TraitPeer                 // a connection or pipe: reads wait for the other end
	TraitFile                 // a file: reads and writes end by themselves
	TraitSame                 // the result has the traits of argument Of: bufio.NewReader
	TraitNext                 // runs what is behind a middleware: a function, or a type of functions
	TraitMessage              // a message that a queue delivers again unless it is acknowledged in time
	TraitText                 // the result stands for the text in argument Of: redis.NewScript
)
