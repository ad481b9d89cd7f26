package api

// libMessaging is NATS, AMQP, MQTT, and job queues, from the sender's side.
func libMessaging() Rows {
	const (
		nats   = "github.com/nats-io/nats.go."
		conn   = "(*github.com/nats-io/nats.go.Conn)."
		sub    = "(*github.com/nats-io/nats.go.Subscription)."
		js     = "(github.com/nats-io/nats.go.JetStream)."
		jstr   = "(github.com/nats-io/nats.go/jetstream."
		amqp   = "(*github.com/{rabbitmq/amqp091-go,streadway/amqp}."
		rabbit = "(*github.com/rabbitmq/amqp091-go."
		mqtt   = "(github.com/eclipse/paho.mqtt.golang."
		asynq  = "(*github.com/hibiken/asynq."
		river  = "(*github.com/riverqueue/river.Client)."
		temp   = "(go.temporal.io/sdk/{client,internal}.Client)."
		msgID  = "nats.MsgId(id) made before the first attempt"
		none   = "a consumer that drops repeats by a key in the message"
	)
	jsCtx := CtxIn{Kind: CtxOption, Key: nats + "Context"}
	return Rows{
		Drivers: []Driver{
			{Fn: []string{js + "{Publish,PublishMsg}", jstr + "Publisher).{Publish,PublishMsg}"}, Kind: OpSelf, Policy: -1, Attempts: 3, Backoff: Backoff{Initial: 250 * ms, Factor: 1, Jitter: No, Known: true}, Stop: Yes, On: OnNothingYet, Effects: No, Note: "only on ErrNoResponders"},
			{Fn: []string{"go.temporal.io/sdk/workflow.ExecuteActivity"}, Kind: OpSelf, Policy: -1, CtxPolicy: true, Runs: 2, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Backoff: Backoff{Initial: sec, Factor: 2, Max: 100 * sec, Jitter: No, Known: true}, Stop: Yes, On: OnAnyError, Effects: Yes,
				Permanent: []string{"go.temporal.io/sdk/temporal.NewNonRetryableApplicationError"}, Note: "Without a RetryPolicy an activity is retried until ScheduleToCloseTimeout, which is unlimited by default."},
		},
		Calls: []Call{
			{Fn: []string{conn + "Request"}, Kind: WaitNet, BoundArg: 3, Twin: conn + "RequestWithContext", Fix: FixAdapt, How: "use $WithContext, with the timeout set on the context"},
			{Fn: []string{conn + "RequestMsg"}, Kind: WaitNet, BoundArg: 2, Twin: conn + "RequestMsgWithContext", Fix: FixAdapt, How: "use RequestMsgWithContext, with the timeout set on the context"},
			{Fn: []string{conn + "{RequestWithContext,RequestMsgWithContext,FlushWithContext}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{conn + "Flush"}, Kind: WaitNet, Bound: 60 * sec, Twin: conn + "FlushWithContext", Fix: FixAdapt, How: "use FlushWithContext, whose context needs a deadline"},
			{Fn: []string{conn + "FlushTimeout"}, Kind: WaitNet, BoundArg: 1, Twin: conn + "FlushWithContext", Fix: FixAdapt, How: "use FlushWithContext, whose context needs a deadline"},
			{Fn: []string{conn + "{Publish,PublishMsg,PublishRequest,Subscribe,QueueSubscribe,ChanSubscribe}"}, Never: true, Note: "only buffers"},
			{Fn: []string{conn + "{Close,Drain}", sub + "{Unsubscribe,Drain}", jstr + "ConsumeContext).{Stop,Drain}", jstr + "MessagesContext).{Stop,Drain}"}, Unblocks: true},
			{Fn: []string{nats + "Connect"}, Kind: WaitDial, Bound: 2 * sec, Startup: true},
			{Fn: []string{sub + "NextMsg"}, Kind: WaitNet, BoundArg: 1, Twin: sub + "NextMsgWithContext", Fix: FixAdapt, How: "use NextMsgWithContext, with the timeout set on the context"},
			{Fn: []string{sub + "NextMsgWithContext"}, Kind: WaitRecv, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + nats + "EncodedConn).Request"}, Kind: WaitNet, Twin: "$WithContext", Fix: FixAdapt, How: "use RequestWithContext, with the timeout set on the context"},
			{Fn: []string{js + "{Publish,PublishMsg}", sub + "{Fetch,FetchBatch}"}, Kind: WaitNet, Ctx: jsCtx, Obeys: Yes, Bound: 5 * sec, Twin: nats + "Context", Fix: FixAdapt, How: "add the option nats.Context(ctx)"},
			{Fn: []string{"(" + nats + "KeyValue).{Get,Put,PutString,Create,Update,Delete,Purge,Keys,ListKeys}"}, Kind: WaitNet, Bound: 5 * sec, Fix: FixRewrite, How: "use the jetstream package, whose KeyValue takes a context"},
			{Fn: []string{jstr + "Publisher).{Publish,PublishMsg}", jstr + "KeyValue).{Get,Put,PutString,Create,Update,Delete,Purge,Keys,Watch}", jstr + "StreamManager).{CreateStream,UpdateStream,Stream,DeleteStream,CreateOrUpdateStream}", jstr + "StreamConsumerManager).{CreateConsumer,CreateOrUpdateConsumer,Consumer,DeleteConsumer}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{jstr + "Consumer).{Fetch,FetchBytes,FetchNoWait}"}, Never: true, Note: "the wait is where the batch's channel is received from"},
			{Fn: []string{jstr + "Consumer).Next"}, Kind: WaitRecv, Ctx: CtxIn{Kind: CtxOption, Key: "github.com/nats-io/nats.go/jetstream.FetchContext"}, Obeys: Yes, Bound: 30 * sec, Fix: FixAdapt, How: "add jetstream.FetchMaxWait or FetchContext"},
			{Fn: []string{jstr + "MessagesContext).Next"}, Kind: WaitRecv, Fix: FixRewrite, How: "call Stop from context.AfterFunc"},

			{Fn: []string{rabbit + "Channel).{Publish,PublishWithDeferredConfirm}"}, Kind: WaitNet, Twin: "$WithContext", Fix: FixAdapt, How: "use the form with a context"},
			{Fn: []string{rabbit + "Channel).Consume"}, Kind: WaitNet, Twin: "$WithContext", Fix: FixAdapt, How: "use the form with a context", Open: 2},
			{Fn: []string{rabbit + "Channel).{PublishWithContext,PublishWithDeferredConfirmWithContext,ConsumeWithContext}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Maybe, Note: "The context is looked at once, on entry; a blocked connection blocks for ever."},
			{Fn: []string{"(*github.com/streadway/amqp.Channel).{Publish,Consume}"}, Kind: WaitNet, Fix: FixRewrite, How: "use github.com/rabbitmq/amqp091-go"},
			{Fn: []string{rabbit + "DeferredConfirmation).Wait"}, Kind: WaitNet, Twin: "$Context", Fix: FixAdapt, How: "use WaitContext"},
			{Fn: []string{rabbit + "DeferredConfirmation).WaitContext"}, Kind: WaitSync, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{amqp + "Channel).{Get,QueuePurge,QueueInspect,Tx,TxCommit,TxRollback}"}, Kind: WaitNet, Fix: FixNone},
			{Fn: []string{amqp + "Channel).{QueueDeclare,QueueDeclarePassive,QueueBind,QueueUnbind,QueueDelete,ExchangeDeclare,ExchangeBind,ExchangeDelete,Qos,Confirm,Cancel,Flow}", amqp + "Connection).Channel"}, Kind: WaitNet, Fix: FixNone, Never: true,
				Note: "Set-up of a connection, which the heartbeat (10s by default) ends if the broker does not answer; no form takes a context."},
			{Fn: []string{amqp + "Channel).{Ack,Nack,Reject}", "(github.com/{rabbitmq/amqp091-go,streadway/amqp}.Delivery).{Ack,Nack,Reject}"}, Kind: WaitIO, Never: true},
			{Fn: []string{"github.com/{rabbitmq/amqp091-go,streadway/amqp}.{Dial,DialConfig,DialTLS}"}, Kind: WaitDial, Bound: 30 * sec, Fix: FixNone, Startup: true},
			{Fn: []string{amqp + "{Channel,Connection}).Close"}, Unblocks: true},

			{Fn: []string{mqtt + "Token).Wait"}, Kind: WaitNet, Twin: mqtt + "Token).Done", Fix: FixRewrite, How: "select on the token's Done and the context's"},
			{Fn: []string{mqtt + "Token).WaitTimeout"}, Kind: WaitNet, BoundArg: 1},
			{Fn: []string{mqtt + "Client).{Publish,Subscribe,Unsubscribe,Connect}"}, Never: true, Note: "the wait is the token's"},
			{Fn: []string{mqtt + "Client).Disconnect"}, Unblocks: true},

			{Fn: []string{asynq + "Client).Enqueue"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{asynq + "Client).EnqueueContext"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{river + "{Insert,InsertTx,InsertMany,InsertManyTx,InsertManyFast,JobCancel,JobDelete,JobGet,JobList,JobRetry}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{temp + "{ExecuteWorkflow,SignalWorkflow,SignalWithStartWorkflow,CancelWorkflow,TerminateWorkflow,QueryWorkflow,DescribeWorkflowExecution}", "(go.temporal.io/sdk/internal.WorkflowRun).{Get,GetWithOptions}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(github.com/ThreeDotsLabs/watermill/message.Publisher).Publish"}, Kind: WaitNet, Never: true, Note: "the context travels in the message"},
			{Fn: []string{"(*github.com/nsqio/go-nsq.Producer).{Publish,MultiPublish,DeferredPublish,Ping}"}, Kind: WaitNet, Fix: FixNone},
		},
		Effects: []Effect{
			{Fn: []string{conn + "{Publish,PublishMsg,PublishRequest}"}, Kind: EffectWrite, What: "publishes the message", Safe: none},
			{Fn: []string{conn + "{Request,RequestMsg,RequestWithContext,RequestMsgWithContext}", "(*" + nats + "EncodedConn).{Request,RequestWithContext}"}, Kind: EffectUnknown, What: "sends the request"},
			{Fn: []string{js + "{Publish,PublishMsg,PublishAsync,PublishMsgAsync}", jstr + "Publisher).{Publish,PublishMsg,PublishAsync,PublishMsgAsync}"}, Kind: EffectWrite, What: "publishes the message", Key: []string{"Nats-Msg-Id"}, KeyFn: []string{nats + "MsgId", "github.com/nats-io/nats.go/jetstream.WithMsgID", nats + "ExpectLastSequence"}, Safe: msgID},
			{Fn: []string{"(" + nats + "KeyValue).{Put,PutString,Delete,Purge}", jstr + "KeyValue).{Put,PutString,Delete,Purge}"}, Kind: EffectIdempotent},
			{Fn: []string{"(" + nats + "KeyValue).{Create,Update}", jstr + "KeyValue).{Create,Update}"}, Kind: EffectConditional, What: "writes on a condition"},
			{Fn: []string{"(" + nats + "KeyValue).{Get,Keys}", jstr + "KeyValue).{Get,Keys,Watch}", conn + "{Flush,FlushTimeout,FlushWithContext}", nats + "Connect"}, Kind: EffectRead},
			{Fn: []string{sub + "{NextMsg,NextMsgWithContext,Fetch}", jstr + "Consumer).{Fetch,Next}"}, Kind: EffectConsume, What: "takes the next message"},
			{Fn: []string{jstr + "StreamManager).{CreateStream,CreateOrUpdateStream,UpdateStream}", jstr + "StreamConsumerManager).{CreateConsumer,CreateOrUpdateConsumer}", jstr + "Msg).InProgress", "(*" + nats + "Msg).InProgress"}, Kind: EffectIdempotent},
			{Fn: []string{jstr + "Msg).{Ack,DoubleAck,Term,TermWithReason}", "(*" + nats + "Msg).{Ack,AckSync,Term}"}, Kind: EffectIdempotent, Settle: SettleDone},
			{Fn: []string{jstr + "Msg).{Nak,NakWithDelay}", "(*" + nats + "Msg).{Nak,NakWithDelay}"}, Kind: EffectIdempotent, Settle: SettleBack},

			{Fn: []string{amqp + "Channel).Publish", rabbit + "Channel).{PublishWithContext,PublishWithDeferredConfirm,PublishWithDeferredConfirmWithContext}"}, Kind: EffectWrite, What: "publishes the message", Safe: none},
			{Fn: []string{amqp + "Channel).{QueueDeclare,QueueDeclarePassive,QueueBind,QueueUnbind,QueueDelete,QueuePurge,ExchangeDeclare,ExchangeBind,ExchangeDelete,Qos,Confirm}"}, Kind: EffectIdempotent},
			{Fn: []string{amqp + "Channel).Ack", "(github.com/{rabbitmq/amqp091-go,streadway/amqp}.Delivery).Ack"}, Kind: EffectIdempotent, Settle: SettleDone},
			{Fn: []string{amqp + "Channel).{Nack,Reject}", "(github.com/{rabbitmq/amqp091-go,streadway/amqp}.Delivery).{Nack,Reject}"}, Kind: EffectIdempotent, Settle: SettleBack},
			{Fn: []string{amqp + "Channel).Get"}, Kind: EffectConsume, What: "takes the next message"},
			{Fn: []string{"github.com/{rabbitmq/amqp091-go,streadway/amqp}.{Dial,DialConfig,DialTLS}", amqp + "Connection).Channel"}, Kind: EffectRead},
			{Fn: []string{mqtt + "Client).Publish"}, Kind: EffectWrite, What: "publishes the message", Safe: "quality of service 2 within one session"},
			{Fn: []string{mqtt + "Client).{Subscribe,Unsubscribe,Connect,Disconnect}"}, Kind: EffectIdempotent},

			{Fn: []string{asynq + "Client).{Enqueue,EnqueueContext}"}, Kind: EffectWrite, What: "enqueues the task", KeyFn: []string{"github.com/hibiken/asynq.TaskID", "github.com/hibiken/asynq.Unique"}, Safe: "asynq.TaskID(id) or asynq.Unique(ttl)"},
			{Fn: []string{river + "{Insert,InsertTx,InsertMany,InsertManyTx,InsertManyFast}"}, Kind: EffectWrite, What: "enqueues the job", Key: []string{"UniqueOpts"}, Safe: "InsertOpts.UniqueOpts"},
			{Fn: []string{river + "{JobCancel,JobDelete}"}, Kind: EffectIdempotent},
			{Fn: []string{temp + "{ExecuteWorkflow,SignalWithStartWorkflow}"}, Kind: EffectConditional, What: "starts the workflow", Key: []string{"ID"}, Safe: "StartWorkflowOptions.ID"},
			{Fn: []string{temp + "SignalWorkflow"}, Kind: EffectWrite, What: "signals the workflow", Safe: "a workflow that drops repeats"},
			{Fn: []string{temp + "{CancelWorkflow,TerminateWorkflow}"}, Kind: EffectIdempotent},
			{Fn: []string{temp + "{QueryWorkflow,DescribeWorkflowExecution}"}, Kind: EffectRead},
			{Fn: []string{"(*github.com/ThreeDotsLabs/watermill/message.Message).Ack"}, Kind: EffectIdempotent, Settle: SettleDone},
			{Fn: []string{"(*github.com/ThreeDotsLabs/watermill/message.Message).Nack"}, Kind: EffectIdempotent, Settle: SettleBack},
			{Fn: []string{"(github.com/ThreeDotsLabs/watermill/message.Publisher).Publish"}, Kind: EffectWrite, What: "publishes the message", Safe: "a message UUID made before the first attempt, and the Deduplicator middleware"},
			{Fn: []string{"(*github.com/nsqio/go-nsq.Producer).{Publish,MultiPublish,DeferredPublish}"}, Kind: EffectWrite, What: "publishes the message", Safe: none},
		},
		Types: []TypeTrait{
			{Type: []string{"github.com/nats-io/nats.go/jetstream.Msg", "github.com/nats-io/nats.go.Msg"}, Trait: TraitMessage},
		},
		Settings: []Setting{
			{Fn: []string{"go.temporal.io/sdk/workflow.WithActivityOptions"}, Knob: KnobPolicy, Arg: 1},
			{Field: []string{"go.temporal.io/sdk/internal.ActivityOptions.RetryPolicy"}, Knob: KnobPolicy},
			{Fn: []string{nats + "Timeout"}, Knob: KnobConnect, Default: 2 * sec},
			{Fn: []string{nats + "MaxReconnects"}, Knob: KnobAttempts, DefaultN: 60, Negative: ZeroNone},
			{Fn: []string{nats + "ReconnectWait"}, Knob: KnobDelay, Default: 2 * sec},
			{Fn: []string{nats + "ReconnectJitter"}, Knob: KnobJitter},
			{Fn: []string{nats + "RetryAttempts", "github.com/nats-io/nats.go/jetstream.WithRetryAttempts"}, Knob: KnobRetries, DefaultN: 2},
			{Fn: []string{nats + "RetryWait", "github.com/nats-io/nats.go/jetstream.WithRetryWait"}, Knob: KnobDelay, Default: 250 * ms},
			{Fn: []string{"github.com/nats-io/nats.go/jetstream.FetchMaxWait"}, Knob: KnobWhole},
			{Field: []string{"github.com/nats-io/nats.go{,/jetstream}.ConsumerConfig.AckWait"}, Knob: KnobAckWait, Zero: ZeroDefault, Note: "30s by default"},
			{Fn: []string{nats + "AckWait"}, Knob: KnobAckWait},
			{Field: []string{"github.com/nats-io/nats.go{,/jetstream}.ConsumerConfig.BackOff"}, Knob: KnobAckSteps},
			{Fn: []string{nats + "BackOff"}, Knob: KnobAckSteps},
			{Field: []string{"github.com/nats-io/nats.go{,/jetstream}.ConsumerConfig.MaxDeliver"}, Knob: KnobDeliveries},
			{Fn: []string{jstr + "Msg).{Ack,DoubleAck}", "(*" + nats + "Msg).{Ack,AckSync}"}, Knob: KnobAck, Arg: -1},
			{Fn: []string{jstr + "Msg).InProgress", "(*" + nats + "Msg).InProgress"}, Knob: KnobAckExtend, Arg: -1},
			{Fn: []string{nats + "Context"}, Knob: KnobCtx},
			{Field: []string{"github.com/{rabbitmq/amqp091-go,streadway/amqp}.Config.Heartbeat"}, Knob: KnobIdle, Default: 10 * sec},
			{Field: []string{"go.temporal.io/sdk/internal.ActivityOptions.StartToCloseTimeout"}, Knob: KnobAttempt},
			{Field: []string{"go.temporal.io/sdk/internal.ActivityOptions.ScheduleToCloseTimeout"}, Knob: KnobWhole, Zero: ZeroNone},
			{Field: []string{"go.temporal.io/sdk/internal.RetryPolicy.MaximumAttempts"}, Knob: KnobAttempts, Zero: ZeroNone},
			{Field: []string{"go.temporal.io/sdk/internal.RetryPolicy.InitialInterval"}, Knob: KnobDelay, Default: sec},
			{Field: []string{"go.temporal.io/sdk/internal.RetryPolicy.MaximumInterval"}, Knob: KnobMaxDelay, Default: 100 * sec},
			{Field: []string{"go.temporal.io/sdk/internal.RetryPolicy.BackoffCoefficient"}, Knob: KnobFactor},
			{Field: []string{"github.com/ThreeDotsLabs/watermill/message/router/middleware.Retry.MaxRetries"}, Knob: KnobRetries, Zero: ZeroOff},
			{Field: []string{"github.com/ThreeDotsLabs/watermill/message/router/middleware.Retry.InitialInterval"}, Knob: KnobDelay},
			{Field: []string{"github.com/ThreeDotsLabs/watermill/message/router/middleware.Retry.MaxInterval"}, Knob: KnobMaxDelay},
			{Field: []string{"github.com/ThreeDotsLabs/watermill/message/router/middleware.Retry.Multiplier"}, Knob: KnobFactor},
			{Field: []string{"github.com/ThreeDotsLabs/watermill/message/router/middleware.Retry.MaxElapsedTime"}, Knob: KnobTotal, Zero: ZeroNone},
		},
	}
}
