package api

// libKafka is the four Kafka clients.
func libKafka() Rows {
	const (
		sarama = "github.com/{IBM,Shopify}/sarama."
		kgo    = "(*github.com/twmb/franz-go/pkg/kgo."
		seg    = "github.com/segmentio/kafka-go."
		conf   = "(*github.com/confluentinc/confluent-kafka-go{,/v2}/kafka."
		none   = "a consumer that drops repeats by a key in the message"
	)
	return Rows{
		Drivers: []Driver{
			{Fn: []string{"(" + sarama + "SyncProducer).{SendMessage,SendMessages}"}, Kind: OpSelf, Producer: true, Policy: PolicyReceiver, Attempts: 4, Backoff: Backoff{Initial: 100 * ms, Factor: 1, Jitter: No, Known: true}, Stop: No, On: OnTransient, Effects: Yes,
				Note: "Repeats are duplicates unless Producer.Idempotent. Each attempt may take 30s to dial, read and write."},
			{Fn: []string{"(*" + seg + "Writer).WriteMessages"}, Kind: OpSelf, Producer: true, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: 10, Backoff: Backoff{Initial: 100 * ms, Factor: 2, Max: sec, Jitter: Yes, Known: true}, Stop: No, On: OnTransient, Effects: Yes,
				Note: "The context ends only the caller's wait: the messages are still sent later."},
			{Fn: []string{kgo + "Client).{ProduceSync,Produce}"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Stop: Yes, On: OnTransient, Effects: No, Note: "Idempotent inside, unless DisableIdempotentWrite."},
		},
		Calls: []Call{
			{Fn: []string{"(" + sarama + "SyncProducer).{SendMessage,SendMessages}"}, Kind: WaitNet, Fix: FixNone, Bound: 2 * minute, Ends: true, How: "bound it by Net timeouts and Producer.Retry, or use an AsyncProducer in a select", Note: "There is no form with a context; the configuration's timeouts and retries end it, by default too."},
			{Fn: []string{"(" + sarama + "SyncProducer).Close", "(" + sarama + "AsyncProducer).{Close,AsyncClose}", "(" + sarama + "{Client,Consumer,PartitionConsumer,ConsumerGroup,ClusterAdmin}).Close"}, Unblocks: true},
			{Fn: []string{"(" + sarama + "AsyncProducer).{Input,Successes,Errors}"}, Builder: true, Note: "A bare send on Input waits while the buffer is full."},
			{Fn: []string{sarama + "{NewSyncProducer,NewAsyncProducer,NewClient,NewConsumer,NewConsumerGroup,NewClusterAdmin,NewSyncProducerFromClient,NewConsumerGroupFromClient}"}, Kind: WaitDial, Fix: FixNone, Startup: true},
			{Fn: []string{"(" + sarama + "ClusterAdmin).{CreateTopic,DeleteTopic,ListTopics,DescribeTopics,CreatePartitions,DescribeConsumerGroups,ListConsumerGroupOffsets,AlterConfig}", "(" + sarama + "Client).{RefreshMetadata,GetOffset,Topics,Partitions,Leader,Coordinator}", "(*" + sarama + "Broker).{Open,GetMetadata,Fetch,Produce}"}, Kind: WaitNet, Fix: FixNone},
			{Fn: []string{"(" + sarama + "ConsumerGroup).Consume"}, Kind: WaitServer, Ctx: ctxArg(0), Obeys: Yes},

			{Fn: []string{"(*" + seg + "Writer).WriteMessages"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + seg + "Reader).{ReadMessage,FetchMessage,CommitMessages,SetOffsetAt,ReadLag}", "(*" + seg + "Client).{Produce,Fetch,Metadata,CreateTopics,DeleteTopics,OffsetFetch,ListOffsets}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + seg + "Conn).{WriteMessages,ReadMessage,ReadBatch,ReadPartitions,CreateTopics,DeleteTopics,Controller,Brokers,ReadOffset,ReadOffsets,Read,Write}"}, Kind: WaitNet, Fix: FixRewrite, How: "set a deadline on the Conn, or use a Writer, Reader or Client"},
			{Fn: []string{"(*" + seg + "Conn).{SetDeadline,SetReadDeadline,SetWriteDeadline,Close}", "(*" + seg + "Reader).Close"}, Unblocks: true},
			{Fn: []string{seg + "Dial", "(*" + seg + "Dialer).Dial"}, Kind: WaitDial, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{seg + "{DialContext,DialLeader,DialPartition}", "(*" + seg + "Dialer).{DialContext,DialLeader,DialPartition,LookupLeader,LookupPartitions}"}, Kind: WaitDial, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + seg + "Writer).Close"}, Kind: WaitNet, Fix: FixNone, Unblocks: true, Note: "Waits for pending batches through all attempts."},

			{Fn: []string{conf + "Consumer).{ReadMessage,Poll}"}, Kind: WaitRecv, BoundArg: 1, Fix: FixRewrite, How: "use a short timeout in a loop that looks at the context", Note: "-1 waits for ever. Poll's is an int of milliseconds."},
			{Fn: []string{conf + "Producer).Flush"}, Kind: WaitNet, BoundArg: 1, Fix: FixRewrite, How: "flush with a short timeout in a loop that looks at the context", Note: "An int of milliseconds."},
			{Fn: []string{conf + "Consumer).{Commit,CommitMessage,CommitOffsets,Committed,GetMetadata,Subscribe,SubscribeTopics}", conf + "Producer).GetMetadata"}, Kind: WaitNet, Fix: FixNone},
			{Fn: []string{conf + "Producer).Produce"}, Never: true, Note: "only queues"},
			{Fn: []string{conf + "AdminClient).{CreateTopics,DeleteTopics,CreatePartitions,DescribeConfigs}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{conf + "{Consumer,Producer}).Close"}, Kind: WaitNet, Unblocks: true},
			{Fn: []string{kgo + "Client).{ProduceSync,CommitRecords,CommitUncommittedOffsets,CommitMarkedOffsets,Flush,Ping,Request}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{kgo + "Client).{PollFetches,PollRecords}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Paced: true,
				Inside: []string{"IsClientClosed", "EachError", "EachRecord", "EachPartition", "EachTopic", "RecordsAll", "RecordIter", "Records", "NumRecords", "Empty"}, Note: "Its fetches back off by themselves; a poll waits until one is through."},
			{Fn: []string{kgo + "Client).{Produce,TryProduce}"}, Never: true, Ctx: ctxArg(0), Note: "asynchronous; waits only while the buffer is full"},
			{Fn: []string{kgo + "Client).{Close,CloseAllowingRebalance}"}, Unblocks: true},
		},
		Effects: []Effect{
			{Fn: []string{"(" + sarama + "SyncProducer).{SendMessage,SendMessages}"}, Kind: EffectWrite, What: "sends the message", Safe: none, Note: "Producer.Idempotent covers the library's retries only."},
			{Fn: []string{"(*" + seg + "Writer).WriteMessages", "(*" + seg + "Conn).WriteMessages", "(*" + seg + "Client).Produce"}, Kind: EffectWrite, What: "writes the messages", Safe: none, Note: "On an error some may be in; WriteErrors tells which."},
			{Fn: []string{conf + "Producer).Produce", kgo + "Client).{ProduceSync,Produce,TryProduce}"}, Kind: EffectWrite, What: "sends the message", Safe: none, Note: "Idempotent producers cover the library's retries only."},
			{Fn: []string{"(*" + seg + "Reader).CommitMessages", kgo + "Client).{CommitRecords,CommitUncommittedOffsets,CommitMarkedOffsets}", "(" + sarama + "ConsumerGroupSession).{MarkMessage,MarkOffset,Commit}", conf + "Consumer).{Commit,CommitMessage,CommitOffsets,StoreOffsets}",
				"(" + sarama + "ClusterAdmin).{DeleteTopic,AlterConfig}", "(*" + seg + "Conn).DeleteTopics"}, Kind: EffectIdempotent},
			{Fn: []string{"(" + sarama + "ClusterAdmin).{CreateTopic,CreatePartitions}", "(*" + seg + "Conn).CreateTopics", conf + "AdminClient).CreateTopics"}, Kind: EffectConditional, What: "creates the topic", Safe: "exists already means done"},
			{Fn: []string{"(*" + seg + "Reader).ReadMessage", conf + "Consumer).{ReadMessage,Poll}", kgo + "Client).{PollFetches,PollRecords}"}, Kind: EffectConsume, What: "takes the next message", Safe: "fetching and committing apart"},
			{Fn: []string{"(*" + seg + "Reader).{FetchMessage,ReadLag}", "(*" + seg + "Conn).{ReadPartitions,Controller,Brokers,ReadOffset,ReadOffsets}", seg + "{Dial,DialContext,DialLeader,DialPartition}", "(" + sarama + "Client).{RefreshMetadata,GetOffset,Topics,Partitions,Leader,Coordinator}",
				"(" + sarama + "ClusterAdmin).{ListTopics,DescribeTopics,DescribeConsumerGroups,ListConsumerGroupOffsets}", sarama + "{NewSyncProducer,NewAsyncProducer,NewClient,NewConsumer,NewConsumerGroup,NewClusterAdmin}", kgo + "Client).{Ping,Flush}"}, Kind: EffectRead},
		},
		Senders: []Sender{
			{Config: []string{sarama + "Config"}, Retries: []string{"Producer.Retry.Max"}, Acks: "Producer.RequiredAcks", AcksAll: []string{"WaitForAll", "-1"}, Once: "Producer.Idempotent", How: "set Producer.Idempotent, and with it Net.MaxOpenRequests to 1"},
			{Config: []string{"github.com/confluentinc/confluent-kafka-go/v2/kafka.ConfigMap", "github.com/confluentinc/confluent-kafka-go/kafka.ConfigMap"}, Retries: []string{"retries", "message.send.max.retries"}, Acks: "acks", AcksAll: []string{"all", "-1"}, Once: "enable.idempotence", How: `set "enable.idempotence" to true`},
		},
		Settings: []Setting{
			{Field: []string{seg + "{Writer,WriterConfig}.MaxAttempts"}, Knob: KnobAttempts, DefaultN: 10, Zero: ZeroDefault},
			{Field: []string{seg + "ReaderConfig.MaxAttempts"}, Knob: KnobAttempts, DefaultN: 3, Zero: ZeroDefault},
			{Field: []string{seg + "{Writer,WriterConfig}.{WriteTimeout,ReadTimeout}"}, Knob: KnobAttempt, Default: 10 * sec, Zero: ZeroDefault},
			{Field: []string{seg + "ReaderConfig.MaxWait"}, Knob: KnobPhase, Default: 10 * sec, Zero: ZeroDefault},
			{Field: []string{seg + "Dialer.Timeout"}, Knob: KnobConnect, Zero: ZeroNone, Note: "10s in DefaultDialer"},
			{Field: []string{seg + "Writer.WriteBackoffMin"}, Knob: KnobDelay, Default: 100 * ms, Zero: ZeroDefault},
			{Field: []string{seg + "Writer.WriteBackoffMax"}, Knob: KnobMaxDelay, Default: sec, Zero: ZeroDefault},
			{Fn: []string{"github.com/twmb/franz-go/pkg/kgo.RecordDeliveryTimeout"}, Knob: KnobTotal, Zero: ZeroNone},
			{Fn: []string{"github.com/twmb/franz-go/pkg/kgo.ProduceRequestTimeout"}, Knob: KnobAttempt, Default: 10 * sec},
			{Fn: []string{"github.com/twmb/franz-go/pkg/kgo.{RecordRetries,RequestRetries}"}, Knob: KnobRetries},
			{Fn: []string{"github.com/twmb/franz-go/pkg/kgo.RetryBackoffFn"}, Knob: KnobBackoff},
			{Fn: []string{"github.com/twmb/franz-go/pkg/kgo.WithContext"}, Knob: KnobCtx},
		},
	}
}
