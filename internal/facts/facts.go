// Package facts holds what the engine knows of a function from its caller's
// side: the summary that the one fact-exporting pass writes for every function
// that matters and that every rule, in every package, reads. It is pure data:
// gob-encodable, sorted, without maps or positions of a file set, so that the
// same source always gives the same bytes.
package facts

import (
	"fmt"
	"time"

	"github.com/faultlint/faultlint/internal/api"
)

// Func is the summary of one function. The zero value says nothing: an
// unknown function, about which rules are silent.
type Func struct {
	_ struct{} `cbor:",toarray"`

	// CtxParam is 1 + the index of the context.Context parameter, 0 if there is none.
	CtxParam int
	// CtxBlank: the context parameter is unnamed or blank.
	CtxBlank bool
	// CtxUsed: the context parameter reaches something (a call, a Done, a field).
	CtxUsed bool
	// CtxFirst: the function begins with a look at the context parameter, and leaves with
	// an error if that is over.
	CtxFirst bool

	// Waits holds what the function, or what it calls synchronously, may wait
	// for; at most a few of each sort, the worst first.
	Waits []Wait
	// Effects holds what a second run would do outside the process once more.
	Effects []Effect
	// Retries holds the operations the function runs again by itself.
	Retries []Retry
	// Within holds the retries that functions it calls make, down a few calls,
	// with the way to them.
	Within []Retry
	// Asks holds the methods of the module's own interfaces that the function, or
	// what it calls, runs without a context, with no implementation in sight.
	Asks []Ask
	// Closures says what the function does with function-typed parameters.
	Closures []Closure
	// Params says what the function does with other parameters.
	Params []Param
	// Results says what its results are.
	Results []Result
	// Serves holds the handlers that it makes or registers, with the longest
	// time that they may take.
	Serves []Serve
	// Sets holds the numeric fields that the function sets in the value it makes.
	Sets []FieldSet
	// Powers holds the parameters that a duration it returns is a power of,
	// without a limit on them.
	Powers []Power
	// Refuses holds the keys of the errors by which the function says that an
	// answer will stay the same, see retry.Finder.Refuses.
	Refuses []string
	// Unclear holds the keys of the errors that the function returns in place of
	// whatever a call over the network failed with, see retry.Finder.Unclear.
	Unclear []string
	// Err classes the errors for which a predicate func(error) bool returns true.
	Err ErrClass
	// ErrLost: errors after which an operation's outcome is unknown are certainly
	// among those, whatever the class as a whole.
	ErrLost bool
	// Every: it is, or returns, an interceptor that repeats each call of each
	// remote method after failures that do not tell whether it was carried out.
	Every bool
	// Stamps is the name of the key that it, or the interceptor that it returns,
	// draws anew for each remote call; "" for none.
	Stamps string
	// Draws holds the fields of the first result, a struct, that each call fills
	// with an id drawn anew.
	Draws []string

	// Worst is the longest time one call may take, when every part of it is
	// known; 0 = not known.
	Worst time.Duration
	// NoLimit is set when the function may wait without any bound of its own.
	NoLimit bool

	// Declared intents, from directive comments on the function.
	Idempotent  bool
	Bounded     bool
	NonBlocking bool
	Handler     bool
	Budget      time.Duration

	// Hands holds the methods, of an interface that another package declares and
	// the function returns, which wait in the type that it makes for it.
	Hands []Hand
}

// AFact marks Func as a fact of the faultsummary pass.
func (*Func) AFact() {}

func (f *Func) String() string {
	return fmt.Sprintf("summary(waits %d, effects %d, retries %d)", len(f.Waits), len(f.Effects), len(f.Retries))
}

// A Frame is one hop of a witness chain: the call of Func at File:Line.
type Frame struct {
	_ struct{} `cbor:",toarray"`

	Func string // short name of the function called: (*Store).Load, (*sql.DB).Query
	Pkg  string // package of the place of the call
	File string // base name of the file of the call
	Line int
}

func (f Frame) String() string { return fmt.Sprintf("%s (%s:%d)", f.Func, f.File, f.Line) }

// Obeys says which context's end ends a wait.
type Obeys int8

const (
	ObeysUnknown Obeys = iota // cannot be told: silent
	ObeysNone                 // no context reaches it
	ObeysParam                // the context (or carrier) parameter Wait.Param
	ObeysRecv                 // a context kept in the receiver or another object
	ObeysRoot                 // context.Background or TODO, made inside: nobody's end ends it
	ObeysBounded              // a context made inside with a limit (Wait.Bound) and no caller's end
	ObeysValue                // the context inside a parameter that carries one: *http.Request, *exec.Cmd, stream (Wait.Param)
)

// A Wait is something a function may wait for.
type Wait struct {
	_ struct{} `cbor:",toarray"`

	Kind  api.WaitKind
	What  string // the call or operation at the end of the chain: "(*sql.DB).Query", "receive from done"
	Obeys Obeys
	Param int           // index for ObeysParam and ObeysValue
	Bound time.Duration // longest time the wait may take by itself; 0 = no limit known
	// Via is the chain from this function to the wait; the last frame is the wait.
	Via []Frame
	// Modules counts module boundaries crossed by the chain. A summary that
	// crosses more than one is dropped, which bounds how much has to be loaded.
	Modules int
	// Goroutine: the wait is in a goroutine that the function does not wait for.
	Goroutine bool
	// Cleanup: in a deferred call or after the context's end.
	Cleanup bool
	// DB: an exchange with a database; Apart: with one that no transaction of
	// another takes in.
	DB, Apart bool
	// Limited: it has a limit of its own, known (Bound) or not.
	Limited bool
	// Loop: in a loop of the function that waits.
	Loop bool
	// Seen: a context that does not end it is at hand on the way, below the
	// caller, so that rules speak of it there.
	Seen bool
	// ArgBound: 1 + index of a parameter that limits the wait; 0 = none.
	ArgBound int
	// Twin is how to do it with a context, for messages; "" if unknown.
	Twin string
	// Subject is 1 + the index of the parameter (SubjectRecv: the receiver) whose
	// close, kill or deadline ends the wait; 0 = none.
	Subject int
	// IfPeer: it is a wait only if Subject is a connection or pipe. Obeys is
	// ObeysUnknown then: the caller knows what it hands over.
	IfPeer bool
	// Given says what parameters have to be for the wait to be reached.
	Given []api.Given
	// Varies: an interface is on the way of which other implementations do not
	// wait, so that it hangs on the value whether there is a wait.
	Varies bool
}

// SubjectRecv stands for the receiver in Wait.Subject.
const SubjectRecv = -1

// An Effect is a change outside the process that a second call of the function
// would make again, or one whose kind depends on what the caller gives.
type Effect struct {
	_ struct{} `cbor:",toarray"`

	Kind api.EffectKind
	What string // "INSERT INTO tickets", "POST", "(*kafka.Writer).WriteMessages"
	Why  string // what a second run does: "adds to balance"; "" if What says it all
	// Safe is what would make a repeat harmless, for messages; "" if unknown.
	Safe string
	// KeyPerCall: an idempotency key is drawn inside, anew at each call.
	KeyPerCall bool
	// KeyParam: 1 + index of the parameter the key comes from; 0 = none.
	KeyParam int
	// KeyName is what the key is called: "Idempotency-Key".
	KeyName string
	// KeyIn: 1 + index of a parameter that may carry a key, under one of
	// KeyNames; 0 = none.
	KeyIn    int
	KeyNames []string
	// Tx: inside a transaction that the function begins and ends itself.
	Tx bool
	// TxParam: 1 + index of the parameter holding the transaction or connection it runs on; 0 = none.
	TxParam int
	// Open says on which parameters the kind depends, if it does.
	Open *OpenEffect
	// HTTP: told by the method of an HTTP request.
	HTTP bool
	// Named: told by nothing but the name of a generated client's method.
	Named bool
	// Go: it happens in a goroutine that the function starts.
	Go bool
	// Retried: it happens inside a retry of the function's own.
	Retried bool
	Via     []Frame
	Modules int
}

// An OpenEffect is an effect whose kind the caller decides: it gives the SQL
// text, the HTTP method, the request, the end of the URL or the payload.
// Parameters are 1 + index; 0 = none.
type OpenEffect struct {
	_ struct{} `cbor:",toarray"`

	By    api.EffectKind // EffectSQL, EffectHTTP, EffectRPC
	Lang  api.Lang
	Param int // the text, method or request; 0 if only the URL or the payload is open
	URL   int
	Body  int
	Path  string // what is known of the URL
	Verb  string // the HTTP method, if Param does not give it
	Def   api.EffectKind
}

// A Retry is an operation that a function runs again.
type Retry struct {
	_ struct{} `cbor:",toarray"`

	Attempts api.Attempts
	// Default is how often a library tries by default, where Attempts is not known.
	Default api.Attempts
	// Guarded: it repeats after failures that do not prove that nothing was done.
	Guarded bool
	// Targets: each attempt goes to another place.
	Targets bool
	// PerAttempt is the limit of one attempt; 0 = none known.
	PerAttempt time.Duration
	// Delays is the sum of the delays between attempts when known, else 0.
	Delays time.Duration
	// PerAttemptField is the key of the struct field that limits one attempt,
	// known or not in length: "net/x.Settings.Timeout"; "" if it is none.
	PerAttemptField string
	// AttemptsField is the field of the receiver that sets the number of attempts,
	// plus AttemptsPlus; "" if none does.
	AttemptsField string
	AttemptsPlus  int
	// Total is the bound on all attempts together; 0 = none known.
	Total time.Duration
	// Between: Total is looked at between attempts only.
	Between bool
	// StopsOnCtx: the end of the caller's context ends the attempts.
	StopsOnCtx api.Tri
	// Endless: neither a number nor a time limits the attempts, which go on under
	// the caller's context for as long as they fail.
	Endless bool
	// Heedless: neither a number nor a time limits the attempts, nor does any
	// context, which they do not look at.
	Heedless bool
	// Op names what is repeated, for messages.
	Op  string
	Via []Frame
	// Closure: 1 + index of the parameter whose closure is the operation; 0 = the function's own.
	Closure int
	Modules int
}

// A Closure says how a function runs a function-typed parameter.
type Closure struct {
	_ struct{} `cbor:",toarray"`

	Param int
	// How it is run.
	Sync      bool // during the call
	Go        bool // in a goroutine
	Stored    bool // kept for later
	Repeats   bool // run again after a failure
	Attempts  api.Attempts
	On        api.RetriesOn
	Tx        bool // each run is a new transaction
	PassesCtx bool // the function hands a context on as the closure's first argument
	Bounded   bool // that context has a limit set inside, per attempt
	// AttemptsParam: 1 + index of the parameter that sets the number of attempts
	// (plus AttemptsPlus); 0 = none.
	// If AttemptsField is set, it is that field of the parameter (RecvParam: of
	// the receiver).
	AttemptsParam int
	AttemptsField string
	AttemptsPlus  int
	// PolicyParam: 1 + index of the struct parameter whose field PolicyField sets
	// the number of attempts; 0 = none.
	PolicyParam int
	PolicyField string
	// TotalParam: 1 + index of the parameter that bounds the time of all
	// attempts (see Retry.Between); 0 = none.
	TotalParam int
	// AttemptParam: 1 + index of the parameter that bounds the time of one
	// attempt; 0 = none.
	AttemptParam int
	// Returned: it is not the function itself that repeats it but the one that
	// it returns.
	Returned bool
	// Class of the failures after which it is run again.
	Class ErrClass
	// Lost: among them are failures after which the outcome is unknown.
	Lost bool
	// NoDelay: it is run again without any wait.
	NoDelay api.Tri
	// Other parameters of the retry, as in Retry.
	Retry Retry
}

// RecvParam stands for the receiver where 1 + a parameter's index is asked for.
const RecvParam = -1

// A FieldSet says to what a function sets a field of its result: to parameter
// Param - 1, or to Value where Param is 0.
type FieldSet struct {
	_ struct{} `cbor:",toarray"`

	Field string
	Param int
	Value int64
}

// A Power says that a result is a power of parameter Param (1 + index), which
// overflows before it is capped.
type Power struct {
	_ struct{} `cbor:",toarray"`

	Param int
	Text  string // the expression
	File  string // base name
	Line  int
}

// A Param says what a function does with a parameter that is not a function.
type Param struct {
	_ struct{} `cbor:",toarray"`

	// Index of the parameter; -1 for the receiver.
	Index int
	// Consumes: reads the io.Reader, request body or iterator to its end.
	Consumes bool
	// Part: it reads only a part of it, as a loop over a stream does.
	Part bool
	// Rewinds: resets it before reading (Seek, GetBody, new reader).
	Rewinds bool
	// Mutates: changes what the pointer, map or slice points to relative to its old value.
	Mutates bool
	// Closes: closes it, or ends what waits on it.
	Closes bool
	// Stores: keeps it beyond the call.
	Stores bool
	// Sink names what reads it, for Consumes: "(*http.Client).Do"; Via is the
	// chain to that call.
	Sink string
	Via  []Frame
	// Growth says how, for Mutates: an effects.GrowthKind.
	Growth int8
}

// A Result says what a result is.
type Result struct {
	_ struct{} `cbor:",toarray"`

	Index int
	// NoRoom: the result is a channel without room on which a goroutine of the
	// function sends bare, so that it stays if the caller does not receive.
	NoRoom   bool
	Trait    api.Trait
	Attempts api.Attempts // TraitRetrying; without a trait: what is set on a client
	// AttemptsParam: 1 + index of the parameter that sets the number of attempts,
	// plus AttemptsPlus; 0 = none.
	AttemptsParam int
	AttemptsPlus  int
	Timeout       time.Duration // TraitRetrying: the limit of one attempt; 0 = none known
	// Inner: TraitRetrying: 1 + index of the parameter that is the transport inside,
	// which makes each attempt; 0 = none known. Timeout then only holds if that is nil.
	Inner int
	// Bare: TraitRetrying: a transport that repeats after whatever error, and puts no limit
	// on one attempt or on all of them, except for Timeout.
	Bare bool
	// AnyRequest: TraitRetrying: a transport that sends every request again.
	AnyRequest bool
	// FromParam: 1 + index of the parameter whose context or value the result carries; 0 = none.
	FromParam int
	// Fields says which parameters the fields of a struct result are set from.
	Fields []Field
	// NoCtx: the result is an *http.Request or *exec.Cmd made without a context.
	NoCtx bool
	// CtxKnown: the result is a context, or carries one, and all that happens
	// to it on the way from FromParam (or from context.Background, CtxRoot) is
	// in the next fields.
	CtxKnown  bool
	CtxRoot   bool
	Detached  bool
	Cancelled bool          // can be cancelled by whoever has the function that comes with it
	Limited   bool          // has a deadline of its own, after Bound if that is known
	Bound     time.Duration // 0 = not known
	What      string
	Via       []Frame
}

// ErrClass classes what an error predicate says yes to.
type ErrClass = api.ErrClass

// The classes of errors, see package api.
const (
	ErrUnknown  = api.ErrUnknown
	ErrAny      = api.ErrAny
	ErrConflict = api.ErrConflict
	ErrUnsent   = api.ErrUnsent
	ErrTimeout  = api.ErrTimeout
	ErrStatus   = api.ErrStatus
	ErrRefused  = api.ErrRefused
)

// A Field says that a field of a result is the value of parameter Param (1 + index).
type Field struct {
	_ struct{} `cbor:",toarray"`

	Name  string
	Param int
}
