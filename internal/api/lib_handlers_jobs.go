package api

// libHandlersJobs is the handlers of messages, jobs, commands and reconciles.
func libHandlersJobs() Rows {
	const (
		c      = "context.Context"
		ctrl   = "sigs.k8s.io/controller-runtime/pkg/"
		sarama = "github.com/{IBM,Shopify}/sarama."
		lambda = "github.com/aws/aws-lambda-go/lambda."
		river  = "github.com/riverqueue/river."
		cobra  = "github.com/spf13/cobra."
	)
	return Rows{
		Handlers: []Handler{
			{Framework: "AWS Lambda", Reg: []string{lambda + "{Start,StartWithOptions,NewHandler,NewHandlerWithOptions,StartHandlerFunc}"}, RegArg: 0, Ctx: "$", Live: Yes, Retried: Maybe,
				Note: "The context has the function's deadline; a handler without one has none at hand."},
			{Framework: "AWS Lambda", Reg: []string{lambda + "StartWithContext"}, RegArg: 1, Ctx: "$", Live: Yes, Retried: Maybe},
			{Framework: "AWS Lambda", Iface: []string{lambda + "Handler"}, Methods: []string{"Invoke"}, Ctx: "$", Live: Yes, Retried: Maybe},
			{Framework: "AWS Lambda", Serves: ServesMessage, Params: []string{c, "github.com/aws/aws-lambda-go/events.{SQSEvent,SNSEvent,KinesisEvent,DynamoDBEvent,S3Event,KafkaEvent}"}, Ctx: "$", Live: Yes, Retried: Yes},
			{Framework: "AWS Lambda", Params: []string{c, "github.com/aws/aws-lambda-go/events.*"}, Ctx: "$", Live: Yes, Retried: Maybe},

			{Framework: "controller-runtime", Serves: ServesReconcile, Iface: []string{ctrl + "reconcile.{Reconciler,TypedReconciler}"}, Methods: []string{"Reconcile"}, Params: []string{c, ctrl + "reconcile.Request"}, Shape: []string{"Reconcile(context.Context, _) (_, error)"}, Ctx: "$", Live: Maybe, Retried: Yes,
				Note: "One of MaxConcurrentReconciles (1 by default) waits with it. An error requeues for ever, 5ms x2 to 1000s; TerminalError does not."},
			{Framework: "controller-runtime", Serves: ServesReconcile, Iface: []string{ctrl + "reconcile.{ObjectReconciler}"}, Methods: []string{"Reconcile"}, Ctx: "$", Live: Maybe, Retried: Yes},
			{Framework: "controller-runtime", Iface: []string{ctrl + "manager.Runnable"}, Methods: []string{"Start"}, Ctx: "$", Live: Yes, Lifecycle: true},
			{Framework: "admission webhook", Iface: []string{ctrl + "webhook/admission.Handler"}, Methods: []string{"Handle"}, Params: []string{c, ctrl + "webhook/admission.Request"}, Ctx: "$", Live: Yes},
			{Framework: "admission webhook", Iface: []string{ctrl + "webhook/admission.{CustomValidator,CustomDefaulter,Validator,Defaulter}"}, Methods: []string{"ValidateCreate", "ValidateUpdate", "ValidateDelete", "Default"}, Ctx: "$", Live: Yes},

			{Framework: "health check", Type: []string{ctrl + "healthz.Checker"}, Ctx: "$.Context()", Live: Yes},

			{Framework: "watermill", Serves: ServesMessage, Type: []string{"github.com/ThreeDotsLabs/watermill/message.{HandlerFunc,NoPublishHandlerFunc}"}, Params: []string{"*github.com/ThreeDotsLabs/watermill/message.Message"}, Ctx: "$.Context()", Live: Yes, Retried: Yes},
			{Framework: "sarama", Serves: ServesMessage, Iface: []string{sarama + "ConsumerGroupHandler"}, Methods: []string{"ConsumeClaim"}, Params: []string{sarama + "ConsumerGroupSession", sarama + "ConsumerGroupClaim"}, Ctx: "$.Context()", Live: Yes, Lifecycle: true,
				Note: "Ends at a rebalance: it must return within 60s."},
			{Framework: "NATS", Serves: ServesMessage, Type: []string{"github.com/nats-io/nats.go.MsgHandler"}, Params: []string{"*github.com/nats-io/nats.go.Msg"}, Reg: []string{"(*github.com/nats-io/nats.go.Conn).Subscribe", "(github.com/nats-io/nats.go.JetStream).Subscribe"}, RegArg: 1, Ctx: "", Note: "One goroutine a subscription: a slow handler makes a slow consumer."},
			{Framework: "NATS", Serves: ServesMessage, Reg: []string{"(*github.com/nats-io/nats.go.Conn).QueueSubscribe", "(github.com/nats-io/nats.go.JetStream).QueueSubscribe"}, RegArg: 2, Ctx: ""},
			{Framework: "NATS JetStream", Serves: ServesMessage, Type: []string{"github.com/nats-io/nats.go/jetstream.MessageHandler"}, Params: []string{"github.com/nats-io/nats.go/jetstream.Msg"}, Reg: []string{"(github.com/nats-io/nats.go/jetstream.Consumer).Consume"}, RegArg: 0, Ctx: "", Retried: Yes},
			{Framework: "NATS micro", Params: []string{"github.com/nats-io/nats.go/micro.Request"}, Ctx: ""},
			{Framework: "Google Pub/Sub", Serves: ServesMessage, Params: []string{c, "*{cloud.google.com/go/internal/pubsub,cloud.google.com/go/pubsub,cloud.google.com/go/pubsub/v2}.Message"},
				Reg: []string{"(*cloud.google.com/go/pubsub.Subscription).Receive", "(*cloud.google.com/go/pubsub/v2.Subscriber).Receive"}, RegArg: 1, Ctx: "$", Live: Maybe, Retried: Yes, Note: "The context ends when Receive's does, not at the ack deadline."},
			{Framework: "asynq", Serves: ServesJob, Type: []string{"github.com/hibiken/asynq.HandlerFunc"}, Iface: []string{"github.com/hibiken/asynq.Handler"}, Methods: []string{"ProcessTask"}, Params: []string{c, "*github.com/hibiken/asynq.Task"}, Ctx: "$", Live: Yes, Retried: Yes, Final: []string{"github.com/hibiken/asynq.{SkipRetry,RevokeTask}"}, Deadline: 30 * minute},
			{Framework: "machinery", Serves: ServesJob, Reg: []string{"(*github.com/RichardKnop/machinery/v2.Server).RegisterTask", "(*github.com/RichardKnop/machinery/v1.Server).RegisterTask"}, RegArg: 1, Ctx: "$", Live: No, Retried: Maybe},
			{Framework: "river", Serves: ServesJob, Iface: []string{river + "Worker"}, Methods: []string{"Work"}, Params: []string{c, "*" + river + "Job"}, Reg: []string{river + "WorkFunc"}, RegArg: 0, Ctx: "$", Live: Yes, Retried: Yes, Final: []string{river + "{JobCancel,JobSnooze}"}, Deadline: minute},
			{Framework: "Temporal activity", Serves: ServesJob, Reg: []string{"(go.temporal.io/sdk/worker.ActivityRegistry).{RegisterActivity,RegisterActivityWithOptions}", "(*go.temporal.io/sdk/internal.TestActivityEnvironment).RegisterActivity"}, RegArg: 0, Ctx: "$", Live: Maybe, Retried: Yes, Final: []string{"go.temporal.io/sdk/temporal.{NewNonRetryableApplicationError,NewApplicationErrorWithOptions,NewApplicationErrorWithCause}"},
				Note: "Retried without bound by default; cancelled only if it records heartbeats."},
			{Framework: "Temporal workflow", Params: []string{"{go.temporal.io/sdk/internal/common/workflowcontext,go.temporal.io/sdk/internal}.Context", "..."}, Ctx: "", NotRequest: true,
				Note: "workflow.Context is no context.Context; the code is replayed and must not wait by itself."},
			{Framework: "CloudEvents", Serves: ServesMessage, Reg: []string{"(github.com/cloudevents/sdk-go/v2/client.Client).StartReceiver"}, RegArg: 1, Ctx: "$", Live: Yes, Retried: Maybe},
			{Framework: "MQTT", Serves: ServesMessage, Type: []string{"github.com/eclipse/paho.mqtt.golang.MessageHandler"}, Params: []string{"github.com/eclipse/paho.mqtt.golang.Client", "github.com/eclipse/paho.mqtt.golang.Message"}, Ctx: "",
				Note: "Runs on the client's goroutine: Publish(…).Wait() in it deadlocks."},
			{Framework: "NSQ", Serves: ServesMessage, Iface: []string{"github.com/nsqio/go-nsq.Handler"}, Type: []string{"github.com/nsqio/go-nsq.HandlerFunc"}, Methods: []string{"HandleMessage"}, Params: []string{"*github.com/nsqio/go-nsq.Message"}, Ctx: "", Retried: Yes},

			{Framework: "Discord", Serves: ServesMessage, Params: []string{"*github.com/bwmarrin/discordgo.Session", "*github.com/bwmarrin/discordgo.*"}, Reg: []string{"(*github.com/bwmarrin/discordgo.Session).{AddHandler,AddHandlerOnce}"}, RegArg: 0, Ctx: "", Note: "An interaction must be answered within 3s."},
			{Framework: "Telegram", Serves: ServesMessage, Type: []string{"github.com/go-telegram/bot.HandlerFunc"}, Params: []string{c, "*github.com/go-telegram/bot.Bot", "*github.com/go-telegram/bot/models.Update"}, Ctx: "$", Live: Maybe},
			{Framework: "Telegram", Serves: ServesMessage, Type: []string{"gopkg.in/telebot.v3.HandlerFunc"}, Params: []string{"gopkg.in/telebot.v3.Context"}, Ctx: ""},

			{Framework: "informer", Serves: ServesMessage, RegField: []string{"k8s.io/client-go/tools/cache.{ResourceEventHandlerFuncs,ResourceEventHandlerDetailedFuncs}.{AddFunc,UpdateFunc,DeleteFunc}"}, Ctx: "", Note: "Must not wait: it is to enqueue."},
			{Framework: "fx", RegField: []string{"go.uber.org/fx.Hook.{OnStart,OnStop}"}, Ctx: "$", Live: Maybe, Lifecycle: true, Deadline: 15 * sec, Note: "OnStart's context ends after start-up: a goroutine started there must not keep it."},
			{Framework: "cron", Iface: []string{"github.com/robfig/cron/v3.Job"}, Methods: []string{"Run"}, Reg: []string{"(*github.com/robfig/cron/v3.Cron).{AddFunc,AddJob}"}, RegArg: 1, Ctx: "", NotRequest: true},
			{Framework: "cobra", Params: []string{"*" + cobra + "Command", "[]string"}, RegField: []string{cobra + "Command.{Run,RunE,PreRun,PreRunE,PostRun,PostRunE,PersistentPreRun,PersistentPreRunE,PersistentPostRun,PersistentPostRunE}"}, Ctx: "$.Context()", Live: Maybe, CLI: true,
				Note: "Background unless ExecuteContext; nil when the function is called directly."},
			{Framework: "urfave/cli", Type: []string{"github.com/urfave/cli/v2.{ActionFunc,BeforeFunc,AfterFunc}"}, Params: []string{"*github.com/urfave/cli/v2.Context"}, Ctx: "$.Context", Live: Maybe, CLI: true, Note: "ends only with App.RunContext"},
			{Framework: "urfave/cli", Type: []string{"github.com/urfave/cli/v3.{ActionFunc,BeforeFunc,AfterFunc}"}, Params: []string{c, "*github.com/urfave/cli/v3.Command"}, Ctx: "$", Live: Maybe, CLI: true},
			{Framework: "testing", Params: []string{"*testing.T"}, Ctx: "$.Context()", Live: Yes, NotRequest: true, CLI: true, Note: "ends just before the functions given to Cleanup run"},
		},
		Carriers: []Carrier{
			{Type: []string{"*" + cobra + "Command"}, Ctx: "$.Context()"},
			{Type: []string{"*github.com/urfave/cli/v2.Context"}, Ctx: "$.Context"},
			{Type: []string{"*github.com/ThreeDotsLabs/watermill/message.Message"}, Ctx: "$.Context()"},
			{Type: []string{"github.com/{IBM,Shopify}/sarama.ConsumerGroupSession"}, Ctx: "$.Context()"},
		},
		CtxOps: []CtxOp{
			{Fn: []string{"(*" + cobra + "Command).Context"}, Kind: CtxOpSource, Parent: -1, Live: Maybe, Note: "Background or nil unless ExecuteContext"},
			{Fn: []string{"(*" + cobra + "Command).SetContext", "(*github.com/ThreeDotsLabs/watermill/message.Message).SetContext"}, Kind: CtxOpCarry},
			{Fn: []string{"(*github.com/ThreeDotsLabs/watermill/message.Message).Context", "(github.com/{IBM,Shopify}/sarama.ConsumerGroupSession).Context"}, Kind: CtxOpSource, Parent: -1, Live: Yes},
		},
		Calls: []Call{
			{Fn: []string{"(*" + cobra + "Command).Execute"}, Kind: WaitServer, Startup: true, Never: true, Twin: "$Context", Fix: FixMechanical, Note: "only gives cmd.Context() something to end with"},
			{Fn: []string{"(*github.com/urfave/cli/v2.App).Run"}, Kind: WaitServer, Startup: true, Never: true, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{lambda + "{Start,StartWithOptions,StartWithContext,StartHandlerFunc,StartHandler}"}, Kind: WaitServer, Never: true},
			{Fn: []string{"(*github.com/robfig/cron/v3.Cron).{Run,Start}"}, Kind: WaitServer, Never: true},
			{Fn: []string{"(*github.com/robfig/cron/v3.Cron).Stop"}, Unblocks: true},
			{Fn: []string{"(*cloud.google.com/go/pubsub.Subscription).Receive", "(*cloud.google.com/go/pubsub/v2.Subscriber).Receive"}, Kind: WaitServer, Ctx: ctxArg(0), Obeys: Yes},
		},
		Settings: []Setting{
			{Fn: []string{"go.uber.org/fx.{StartTimeout,StopTimeout}"}, Knob: KnobWhole, Default: 15 * sec},
			{Field: []string{ctrl + "manager.Options.GracefulShutdownTimeout"}, Knob: KnobWhole, Default: 30 * sec},
			{Field: []string{ctrl + "config.Controller.ReconciliationTimeout"}, Knob: KnobHandler, Zero: ZeroNone},
			{Field: []string{river + "Config.JobTimeout"}, Knob: KnobHandler, Default: minute, Zero: ZeroDefault, Negative: ZeroNone},
			{Fn: []string{"github.com/hibiken/asynq.Timeout"}, Knob: KnobHandler, Default: 30 * minute},
			{Fn: []string{"github.com/hibiken/asynq.Deadline"}, Knob: KnobHandler},
			{Fn: []string{"github.com/hibiken/asynq.MaxRetry"}, Knob: KnobRetries, DefaultN: 25},
		},
	}
}
