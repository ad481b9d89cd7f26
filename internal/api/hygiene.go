package api

import "strings"

// unmarshals take bytes apart, given as their first argument, and fail for the
// same bytes each time.
var unmarshals = map[string]bool{
	"encoding/json.Unmarshal": true, "encoding/xml.Unmarshal": true,
	"google.golang.org/protobuf/proto.Unmarshal":              true,
	"google.golang.org/protobuf/encoding/protojson.Unmarshal": true,
	"gopkg.in/yaml.v3.Unmarshal":                              true,
	"github.com/vmihailenco/msgpack/v5.Unmarshal":             true,
	"github.com/goccy/go-json.Unmarshal":                      true,
	"github.com/bytedance/sonic.Unmarshal":                    true,
}

// Decodes reports whether the function with a key takes apart the bytes of its
// first argument.
func Decodes(key string) bool { return unmarshals[key] }

// A JobQueue is a queue that repeats a job whose handler returns an error, but
// for the errors that say not to.
type JobQueue struct {
	// Task is the key of the job's type, which handlers take a pointer to.
	Task string
	// Pkg is the package that has the errors which end a job.
	Pkg string
	// Skip says what to wrap.
	Skip string
	// Next are the methods by which a middleware runs the handler in it.
	Next string
	// Once is the option that forbids repeats, if its argument is 0.
	Once string
}

var jobQueues = []JobQueue{{
	Task: "github.com/hibiken/asynq.Task",
	Pkg:  "github.com/hibiken/asynq",
	Skip: "asynq.SkipRetry",
	Next: "ProcessTask",
	Once: "github.com/hibiken/asynq.MaxRetry",
}}

// JobQueueOf returns the queue whose jobs have the type with a key, nil if it
// is none.
func JobQueueOf(typeKey string) *JobQueue {
	for i := range jobQueues {
		if jobQueues[i].Task == typeKey {
			return &jobQueues[i]
		}
	}
	return nil
}

// RetryPolicies and BreakerPolicies are the packages that build the policies
// which Composes puts together.
const (
	RetryPolicies   = "github.com/failsafe-go/failsafe-go/retrypolicy"
	BreakerPolicies = "github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// Composes reports whether the function with a key puts policies around a
// call, the first one outermost.
func Composes(key string) bool {
	switch key {
	case "github.com/failsafe-go/failsafe-go.With", "github.com/failsafe-go/failsafe-go.NewExecutor",
		"github.com/failsafe-go/failsafe-go.Get", "github.com/failsafe-go/failsafe-go.Run",
		"github.com/failsafe-go/failsafe-go.GetWithExecution", "github.com/failsafe-go/failsafe-go.RunWithExecution":
		return true
	}
	return false
}

// BuildsPolicies reports whether a package is among those that build policies
// which Composes puts together.
func BuildsPolicies(pkg string) bool {
	return strings.HasPrefix(pkg, "github.com/failsafe-go/failsafe-go")
}

// Wraps reports whether the function with a key makes an error around another,
// with nothing of its own that a caller could test for.
func Wraps(key string) bool {
	switch key {
	case "fmt.Errorf", "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf":
		return true
	}
	return false
}

// EndsAtCap reports whether the driver with a key gives up when the delay of
// its wait.Backoff reaches the cap, however many steps are left.
func EndsAtCap(key string) bool {
	switch key {
	case "k8s.io/apimachinery/pkg/util/wait.ExponentialBackoff", "k8s.io/apimachinery/pkg/util/wait.ExponentialBackoffWithContext",
		"k8s.io/client-go/util/retry.OnError", "k8s.io/client-go/util/retry.RetryOnConflict":
		return true
	}
	return false
}

// Requeues returns which argument of the method with a key says that the
// message goes back to the head of its queue at once, -1 if none does.
func Requeues(key string) int {
	switch key {
	case "(github.com/rabbitmq/amqp091-go.Delivery).Nack", "(github.com/streadway/amqp.Delivery).Nack":
		return 1
	case "(github.com/rabbitmq/amqp091-go.Delivery).Reject", "(github.com/streadway/amqp.Delivery).Reject":
		return 0
	}
	return -1
}

// DeclaresQueue reports whether the method with a key declares a queue whose
// messages may come back without a limit, unless its arguments say otherwise.
func DeclaresQueue(key string) bool {
	return key == "(*github.com/rabbitmq/amqp091-go.Channel).QueueDeclare" || key == "(*github.com/streadway/amqp.Channel).QueueDeclare"
}

// LimitsReturns reports whether a string names something by which a queue, or
// who reads from it, limits how often a message comes back.
func LimitsReturns(s string) bool {
	switch s {
	case "x-delivery-limit", "x-queue-type", "x-death", "x-delivery-count":
		return true
	}
	return false
}

// AddsValue reports whether the method with a key adds one more value under a
// name, beside those that are there.
func AddsValue(key string) bool {
	switch key {
	case "(net/http.Header).Add", "(net/url.Values).Add", "(net/textproto.MIMEHeader).Add", "(google.golang.org/grpc/metadata.MD).Append":
		return true
	}
	return false
}

// MarksRetryable reports whether the function with a key marks an error as one
// to be repeated, for a driver that repeats no other.
func MarksRetryable(key string) bool {
	switch key {
	case "github.com/sethvargo/go-retry.RetryableError",
		"github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry.RetryableError",
		"github.com/hashicorp/terraform-plugin-sdk/v2/helper/resource.RetryableError":
		return true
	}
	return false
}
