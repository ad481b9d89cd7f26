package config

// Config is what a configuration says. Every key may be left out.
type Config struct {
	// Passes to run that are off by default, or by a configuration that this one is put on.
	Enable []Pass `yaml:"enable" example:"[ctxmissing]"`
	// Passes that shall not run.
	Disable []Pass `yaml:"disable" example:"[retrydelay]"`
	// Report on test files too, and on mocks and other code that serves tests. The default is false.
	Tests Switch `yaml:"tests" example:"true"`
	// How bad the findings of passes are. Of several entries for a pass the last counts.
	Severity []Severity `yaml:"severity"`
	// Files in which nothing is reported. What their functions do is known all the same.
	Exclude []Exclude `yaml:"exclude"`
	// Options of single passes.
	Options Options `yaml:"options"`
	// What your own functions, and those of libraries that faultlint does not know, do.
	// It is all that faultlint takes from the configuration of a module that yours depends on.
	Knowledge Knowledge `yaml:"knowledge"`
}

// Severity gives the findings of some passes a severity.
type Severity struct {
	// The severity.
	Severity string `yaml:"severity" enum:"error,warning,note" required:"true" example:"note"`
	// The passes; without them it is the severity of all.
	Passes []Pass `yaml:"passes" example:"[retrydelay]"`
}

// Exclude names files in which nothing is reported.
type Exclude struct {
	Place
	// Patterns of files, relative to the module's root, with slashes: a directory stands for all
	// below it, * for any part of a name, ** for any number of directories.
	Paths []Path `yaml:"paths" required:"true" example:"[internal/legacy, \"**/zz_*.go\"]"`
	// The passes that report nothing there; without them all.
	Passes []Pass `yaml:"passes" example:"[ctxwait, ctxblock]"`
	// Only findings whose message contains this.
	Text string `yaml:"text" example:"time.Sleep"`
}

// Options are those of single passes.
type Options struct {
	// Options of ctxblock.
	CtxBlock Context `yaml:"ctxblock"`
	// Options of ctxdrop.
	CtxDrop Context `yaml:"ctxdrop"`
	// Options of notimeout.
	NoTimeout NoTimeout `yaml:"notimeout"`
	// Options of retrybudget.
	RetryBudget RetryBudget `yaml:"retrybudget"`
	// Options of retrydelay.
	RetryDelay RetryDelay `yaml:"retrydelay"`
	// Options of retryeffect.
	RetryEffect RetryEffect `yaml:"retryeffect"`
}

// Context are the options of ctxblock and of ctxdrop.
type Context struct {
	// Report each function by itself where many of one type or package wait without a context.
	Each bool `yaml:"each" example:"true"`
}

// NoTimeout are the options of notimeout.
type NoTimeout struct {
	// Report calls without any limit in functions that no handler reaches, too.
	Everywhere bool `yaml:"everywhere" example:"true"`
}

// RetryBudget are the options of retrybudget.
type RetryBudget struct {
	// How long the caller of a handler is taken to wait where nothing says how long.
	Patience Duration `yaml:"patience" default:"2m" example:"30s"`
}

// RetryDelay are the options of retrydelay.
type RetryDelay struct {
	// Where delays must have a random part: in the endless reconnect of a client, or in every retry of something remote.
	Jitter string `yaml:"jitter" enum:"clients,everywhere" default:"clients" example:"everywhere"`
	// From how many attempts on it is reported that nothing waits between them.
	Attempts int `yaml:"attempts" min:"2" default:"3" example:"5"`
}

// RetryEffect are the options of retryeffect.
type RetryEffect struct {
	// Take the names of the methods of generated clients (Create…, Append…, Send…) for what they do, though nothing
	// else tells.
	Names bool `yaml:"names" example:"true"`
}

// Knowledge is what functions do that faultlint cannot see or does not know.
type Knowledge struct {
	// Functions that wait. Those whose source is in your module need not be named: faultlint sees what they do.
	Blocking []Blocking `yaml:"blocking"`
	// Functions that do not wait, or so shortly that it does not matter, whatever is in them.
	NonBlocking []Func `yaml:"nonblocking" example:"[example.com/app/metrics.Count]"`
	// Functions that serve one request, message or job.
	Handlers []Handler `yaml:"handlers"`
	// Functions that run a closure again when it fails.
	Retries []Retry `yaml:"retries"`
	// Functions that may run twice: what two runs leave is what one leaves.
	Idempotent []Func `yaml:"idempotent" example:"[(*example.com/app/store.Store).Put]"`
	// Functions that must not run twice blindly.
	NotIdempotent []NotIdempotent `yaml:"not-idempotent"`
	// Clients that were made where faultlint cannot see with which timeout.
	Clients []Client `yaml:"clients"`
}

// Blocking is a function that waits.
type Blocking struct {
	Place
	// The function.
	Func Func `yaml:"func" required:"true" example:"(*example.com/app/cache.Client).Get"`
	// Its form that takes a context, which findings then propose. If it is the same but for a context as first argument,
	// they come with a fix.
	Twin Func `yaml:"twin" example:"(*example.com/app/cache.Client).GetContext"`
	// What it waits for.
	For string `yaml:"for" enum:"network,connection,process,sleep,lock,pool,other goroutine,job" default:"network" example:"network"`
	// Which of its arguments is the context, counted from 1. Without it no context reaches the function.
	Context int `yaml:"context" min:"1" example:"1"`
	// False if it takes that context but does not end when the context does.
	Obeys Switch `yaml:"obeys" default:"true" example:"false"`
	// How long it waits at most.
	Limit Duration `yaml:"limit" example:"5s"`
	// Which of its arguments is how long it waits at most, counted from 1.
	LimitArgument int `yaml:"limit-argument" min:"1" example:"2"`
	// What to do instead, for messages.
	Instead string `yaml:"instead" example:"use the asynchronous client"`
}

// Handler is a function that serves one request, message or job, or a kind of such functions: one of func,
// parameters, type, interface or registered-by is needed.
type Handler struct {
	Place
	// The function itself.
	Func Func `yaml:"func" example:"(*example.com/app/api.Server).Checkout"`
	// The types of the parameters that make a function a handler, as go vet prints them, with full package paths;
	// _ stands for any type. They cannot be contexts alone.
	Parameters []TypeText `yaml:"parameters" example:"[context.Context, \"*example.com/app/bus.Message\"]"`
	// A named function type: every function that is used as one is a handler.
	Type Type `yaml:"type" example:"example.com/app/bus.HandlerFunc"`
	// An interface: the methods of every type that is used as one are handlers.
	Interface Type `yaml:"interface" example:"example.com/app/bus.Consumer"`
	// Only these methods of the interface.
	Methods []string `yaml:"methods" example:"[Consume]"`
	// A function that registers a handler.
	RegisteredBy Func `yaml:"registered-by" example:"(*example.com/app/bus.Bus).Subscribe"`
	// Which argument of registered-by is the handler, counted from 1. The default is the last one's that is a function.
	Argument int `yaml:"argument" min:"1" example:"2"`
	// What one run serves.
	Serves string `yaml:"serves" enum:"request,message,job,reconcile" default:"request" example:"message"`
	// How long one run may take.
	Budget Duration `yaml:"budget" example:"2s"`
}

// Retry is a function that runs a closure again when it fails.
type Retry struct {
	Place
	// The function.
	Func Func `yaml:"func" required:"true" example:"example.com/app/again.Do"`
	// Which argument is the closure, counted from 1.
	Closure int `yaml:"closure" min:"1" required:"true" example:"2"`
	// Which argument is the context that ends the attempts, counted from 1. Without it nothing but success or
	// the number of attempts ends them.
	Context int `yaml:"context" min:"1" example:"1"`
	// How often the closure runs at most, the first time included.
	Attempts int `yaml:"attempts" min:"1" example:"4"`
	// It runs until it succeeds.
	Endless bool `yaml:"endless" example:"false"`
	// Which argument is the number of attempts, counted from 1.
	AttemptsArgument int `yaml:"attempts-argument" min:"1" example:"3"`
	// The delay after the first attempt.
	Delay Duration `yaml:"delay" example:"100ms"`
	// Which argument is the delay after the first attempt, counted from 1.
	DelayArgument int `yaml:"delay-argument" min:"1" example:"4"`
	// By what each delay is longer than the one before.
	Factor float64 `yaml:"factor" default:"1" example:"2"`
	// The longest delay.
	MaxDelay Duration `yaml:"max-delay" example:"2s"`
	// Whether the delays have a random part.
	Jitter Switch `yaml:"jitter" example:"true"`
	// How long all attempts and delays may take together; it is looked at between attempts.
	Total Duration `yaml:"total" example:"30s"`
	// Which argument is that time, counted from 1.
	TotalArgument int `yaml:"total-argument" min:"1" example:"5"`
	// After what it tries again.
	After string `yaml:"after" enum:"any error,transient errors,marked errors,conflicts" default:"any error" example:"any error"`
	// The closure is a transaction that is begun anew in each attempt.
	Transaction bool `yaml:"transaction" example:"false"`
	// Functions that make an error permanent, so that it is not tried again.
	Permanent []Func `yaml:"permanent" example:"[example.com/app/again.Stop]"`
}

// NotIdempotent is a function that must not run twice blindly.
type NotIdempotent struct {
	// The function.
	Func Func `yaml:"func" required:"true" example:"(*example.com/app/bank.Client).Charge"`
	// What it does, for messages.
	Does string `yaml:"does" example:"charges the card"`
	// What makes a second run harmless, for messages.
	Remedy string `yaml:"remedy" example:"give it an order number that is drawn before the first attempt"`
	// Names of fields, or of functions that make options, that carry a key which makes a second run harmless.
	Keys []string `yaml:"keys" example:"[OrderNumber]"`
}

// Client is a client whose calls have a timeout that faultlint cannot see: one of var, field or func is needed.
type Client struct {
	Place
	// A package variable that holds it.
	Var Var `yaml:"var" example:"example.com/app/clients.Bank"`
	// A struct field that holds it.
	Field Field `yaml:"field" example:"example.com/app/api.Server.bank"`
	// A function that returns it.
	Func Func `yaml:"func" example:"example.com/app/clients.New"`
	// How long one call may take.
	Timeout Duration `yaml:"timeout" required:"true" example:"3s"`
}
