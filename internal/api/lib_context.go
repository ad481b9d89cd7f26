package api

// libContext is functions that make, derive and carry contexts, and ready-made
// waits that obey one.
func libContext() Rows {
	const (
		otel   = "go.opentelemetry.io/otel"
		grpc   = "google.golang.org/grpc"
		clock  = "(github.com/benbjohnson/clock.Clock)."
		mock   = "(*github.com/benbjohnson/clock.Mock)."
		cw     = "github.com/jonboulle/clockwork."
		kclock = "(k8s.io/utils/clock.{Clock,RealClock})."
	)
	return Rows{
		CtxOps: []CtxOp{
			{Fn: []string{"context.{Background,TODO}"}, Kind: CtxOpRoot, Parent: -1},
			{Fn: []string{"context.{WithTimeout,WithTimeoutCause}"}, Kind: CtxOpBound, Dur: 2, Note: "Never lengthens the parent. A timeout of zero or less is already over."},
			{Fn: []string{"context.{WithDeadline,WithDeadlineCause}"}, Kind: CtxOpBound, Dur: 2, Deadline: true},
			{Fn: []string{"context.{WithCancel,WithCancelCause}"}, Kind: CtxOpCancel},
			{Fn: []string{"context.WithValue"}, Kind: CtxOpValue},
			{Fn: []string{"context.WithoutCancel"}, Kind: CtxOpDetach},
			{Fn: []string{"context.AfterFunc"}, Kind: CtxOpHook},
			{Fn: []string{"context.Cause", "(context.Context).{Err,Value,Deadline,Done}"}, Kind: CtxOpRead},
			{Fn: []string{"os/signal.NotifyContext"}, Kind: CtxOpSignal},
			{Fn: []string{"(*testing.common).Context", "(testing.TB).Context"}, Kind: CtxOpSource, Parent: -1, Live: Yes, Note: "Ends just before the functions given to Cleanup run."},

			{Fn: []string{"(" + otel + "/trace.Tracer).Start", otel + "/trace.{ContextWithSpan,ContextWithSpanContext,ContextWithRemoteSpanContext}", otel + "/baggage.{ContextWithBaggage,ContextWithoutBaggage}", "(" + otel + "/propagation.TextMapPropagator).Extract"}, Kind: CtxOpValue},
			{Fn: []string{otel + "/trace.{SpanFromContext,SpanContextFromContext}", otel + "/baggage.FromContext"}, Kind: CtxOpRead},
			{Fn: []string{"runtime/trace.NewTask", "runtime/pprof.WithLabels", "net/http/httptrace.WithClientTrace"}, Kind: CtxOpValue},
			{Fn: []string{grpc + "/metadata.{NewOutgoingContext,NewIncomingContext,AppendToOutgoingContext}", grpc + "/peer.NewContext", grpc + ".NewContextWithServerTransportStream"}, Kind: CtxOpValue},
			{Fn: []string{grpc + "/metadata.{FromIncomingContext,FromOutgoingContext,ValueFromIncomingContext}", grpc + "/peer.FromContext"}, Kind: CtxOpRead},
			{Fn: []string{"(~github.com/rs/zerolog.Logger).WithContext", "github.com/go-logr/logr.NewContext", "sigs.k8s.io/controller-runtime/pkg/log.IntoContext", "k8s.io/klog/v2.NewContext", "github.com/aws/aws-lambda-go/lambdacontext.NewContext"}, Kind: CtxOpValue, Parent: 0},
			{Fn: []string{"github.com/rs/zerolog/log.Ctx", "github.com/rs/zerolog.Ctx", "github.com/go-logr/logr.{FromContext,FromContextOrDiscard}", "sigs.k8s.io/controller-runtime/pkg/log.FromContext", "k8s.io/klog/v2.FromContext", "github.com/aws/aws-lambda-go/lambdacontext.FromContext"}, Kind: CtxOpRead},
			{Fn: []string{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy.{WithRetryOptions,WithHTTPHeader,WithCaptureResponse}", "github.com/cockroachdb/cockroach-go/v2/crdb.WithMaxRetries",
				"github.com/cloudevents/sdk-go/v2/context.{WithRetryParams,WithRetriesExponentialBackoff,WithRetriesConstantBackoff,WithRetriesLinearBackoff,WithTarget,WithTopic}"}, Kind: CtxOpValue, Note: "changes the retries of calls made with it"},
			{Fn: []string{"github.com/getsentry/sentry-go.SetHubOnContext"}, Kind: CtxOpValue},
			{Fn: []string{"github.com/getsentry/sentry-go.{GetHubFromContext,TransactionFromContext,SpanFromContext}"}, Kind: CtxOpRead},

			{Fn: []string{clock + "WithTimeout", mock + "WithTimeout"}, Kind: CtxOpBound, Dur: 2},
			{Fn: []string{clock + "WithDeadline", mock + "WithDeadline"}, Kind: CtxOpBound, Dur: 2, Deadline: true},
			{Fn: []string{cw + "WithTimeout"}, Kind: CtxOpBound, Dur: 3},
			{Fn: []string{cw + "WithDeadline"}, Kind: CtxOpBound, Dur: 3, Deadline: true},
			{Fn: []string{cw + "AddToContext"}, Kind: CtxOpValue},
			{Fn: []string{"(*github.com/coder/websocket.Conn).CloseRead", "(*nhooyr.io/websocket.Conn).CloseRead"}, Kind: CtxOpCancel, Note: "ends when the peer closes"},
			{Fn: []string{"(*go.etcd.io/etcd/client/v3/concurrency.Session).Ctx"}, Kind: CtxOpSource, Parent: -1, Live: Yes, Note: "ends when the lease is lost"},
			{Fn: []string{"go.temporal.io/sdk/workflow.NewDisconnectedContext"}, Kind: CtxOpDetach, Note: "of a workflow.Context"},
			{Fn: []string{"go.temporal.io/sdk/workflow.{WithCancel}"}, Kind: CtxOpCancel},
			{Fn: []string{"go.temporal.io/sdk/workflow.{WithValue,WithActivityOptions,WithLocalActivityOptions,WithChildOptions,WithRetryPolicy}"}, Kind: CtxOpValue},
			{Fn: []string{"sigs.k8s.io/controller-runtime/pkg/manager/signals.SetupSignalHandler", "sigs.k8s.io/controller-runtime.SetupSignalHandler", "k8s.io/apiserver/pkg/server.SetupSignalContext"}, Kind: CtxOpSignal, Parent: -1},
			{Fn: []string{"github.com/sourcegraph/conc/panics.Try"}, Kind: CtxOpNone},
		},
		Calls: []Call{
			{Fn: []string{clock + "Sleep", "(*github.com/benbjohnson/clock.{Mock,clock}).Sleep", "(" + cw + "Clock).Sleep", kclock + "Sleep"}, Kind: WaitSleep, BoundArg: 1, Fix: FixRewrite, How: "select on the clock's After and the context's Done"},
			{Fn: []string{clock + "{After,Timer,Tick,Ticker}", "(" + cw + "Clock).{After,NewTimer,NewTicker}", kclock + "{After,NewTimer,Tick}", "(k8s.io/utils/clock.{WithTicker,RealClock}).NewTicker"}, Kind: WaitNone, Builder: true},
			{Fn: []string{"go.temporal.io/sdk/workflow.Sleep"}, Kind: WaitSleep, Ctx: ctxArg(0), Obeys: Yes, BoundArg: 2},
			{Fn: []string{"go.temporal.io/sdk/workflow.Await"}, Kind: WaitSync, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"github.com/aws/aws-sdk-go/aws.SleepWithContext", "github.com/googleapis/gax-go/v2.Sleep"}, Kind: WaitSleep, Ctx: ctxArg(0), Obeys: Yes, BoundArg: 2},
			{Fn: []string{"github.com/aws/smithy-go/time.SleepWithContext"}, Kind: WaitSleep, Ctx: ctxArg(0), Obeys: Yes, BoundArg: 2},
		},
		Carriers: []Carrier{
			{Type: []string{"context.Context"}, Ctx: "$", Self: Yes, Live: Yes},
			{Type: []string{"*testing.{T,B,F}"}, Ctx: "$.Context()"},
		},
	}
}
