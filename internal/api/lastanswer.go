package api

// A LastAnswer is a client that repeats requests by their status and, when its
// attempts are used up, returns an error of its own instead of the last answer.
type LastAnswer struct {
	// Keeper is the field of the client that changes this, Judge the one that
	// says which answers are repeated.
	Keeper, Judge string
	// Repeats reports whether a status is repeated where nothing sets Judge.
	Repeats func(status int64) bool
}

// lastAnswers has the clients by the keys of their types.
var lastAnswers = map[string]*LastAnswer{
	"github.com/hashicorp/go-retryablehttp.Client": {
		Keeper: "ErrorHandler", Judge: "CheckRetry",
		Repeats: func(n int64) bool { return n == 429 || n >= 500 && n != 501 },
	},
}

// LastAnswerOf returns what is known of the client with a type's key, nil if it
// hands the last answer out.
func LastAnswerOf(typeKey string) *LastAnswer { return lastAnswers[typeKey] }
