package api

// libAWS is the two AWS SDKs. Version 2 takes contexts everywhere and retries
// everything; version 1 has a WithContext form of each operation.
func libAWS() Rows {
	const (
		v2     = "(*github.com/aws/aws-sdk-go-v2/service/"
		v1     = "github.com/aws/aws-sdk-go/service/"
		v1aws  = "github.com/aws/aws-sdk-go/aws"
		mgr    = "github.com/aws/aws-sdk-go-v2/feature/s3/"
		note   = "Every operation, idempotent or not: on connection errors, 500, 502, 503, 504 and throttles. No request timeout by default."
		dedup  = "a FIFO queue and a MessageDeduplicationId made before the first attempt"
		cond   = "a ConditionExpression on the old state"
		token  = "a client token made before the first attempt (the SDK draws another for each call)"
		sqsOps = "ChangeMessageVisibility,ChangeMessageVisibilityBatch,SetQueueAttributes,TagQueue,UntagQueue,DeleteQueue,PurgeQueue,CreateQueue"
	)
	backoff := Backoff{Initial: 50 * ms, Factor: 2, Max: 20 * sec, Jitter: Yes}
	// op is an effect of operations in both SDKs: on v2's client, and on v1's
	// and its interface, with and without a context.
	op := func(service, v1type string, kind EffectKind, names, what, safe string) Effect {
		return Effect{
			Fn: []string{v2 + service + ".Client).{" + names + "}", "(*" + v1 + service + "." + v1type + ").{" + names + "}", "(*" + v1 + service + "." + v1type + ").{" + withContext(names) + "}",
				"(" + v1 + service + "/" + service + "iface." + v1type + "API).{" + names + "}", "(" + v1 + service + "/" + service + "iface." + v1type + "API).{" + withContext(names) + "}"},
			Kind: kind, What: what, Safe: safe,
		}
	}
	settles := func(s Settle, e Effect) Effect {
		e.Settle = s
		return e
	}
	keyed := func(e Effect, keys ...string) Effect {
		e.Key = keys
		return e
	}
	inField := func(e Effect, lang Lang, arg int, field string) Effect {
		e.Lang, e.Field, e.SQL = lang, field, arg
		return e
	}
	// The input is argument 1 with a context and 0 without.
	update := inField(keyed(Effect{Fn: []string{v2 + "dynamodb.Client).UpdateItem", "(*" + v1 + "dynamodb.DynamoDB).UpdateItemWithContext", "(" + v1 + "dynamodb/dynamodbiface.DynamoDBAPI).UpdateItemWithContext"},
		Kind: EffectSQL, Default: EffectUnknown, What: "updates the item", Safe: cond}, "ConditionExpression"), LangDynamo, 1, "UpdateExpression")
	updateOld := inField(keyed(Effect{Fn: []string{"(*" + v1 + "dynamodb.DynamoDB).UpdateItem", "(" + v1 + "dynamodb/dynamodbiface.DynamoDBAPI).UpdateItem"},
		Kind: EffectSQL, Default: EffectUnknown, What: "updates the item", Safe: cond}, "ConditionExpression"), LangDynamo, 0, "UpdateExpression")
	return Rows{
		Drivers: []Driver{
			{Fn: []string{v2 + "*.Client).Options"}, Kind: OpSelf, Policy: PolicyReceiver, Attempts: 1},
			{Fn: []string{v2 + "dynamodb.Client).*"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: 4, Backoff: Backoff{Initial: 25 * ms, Factor: 2, Max: 20 * sec, Jitter: Yes}, Stop: Yes, Pre: Yes, On: OnTransient, Effects: Yes, Note: note},
			{Fn: []string{v2 + "*.Client).*"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: 3, Backoff: backoff, Stop: Yes, Pre: Yes, On: OnTransient, Effects: Yes, Note: note},
		},
		Calls: []Call{
			{Fn: []string{v2 + "*.Client).Options", v2 + "*.PresignClient).*", v2 + "*.*Paginator).HasMorePages"}, Never: true},
			{Fn: []string{v2 + "*.Client).*", v2 + "*.*Paginator).NextPage", "(" + mgr + "manager.Uploader).Upload", "(" + mgr + "manager.Downloader).Download", mgr + "manager.GetBucketRegion"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{v2 + "*.*Waiter).{Wait,WaitForOutput}"}, Kind: WaitJob, Ctx: ctxArg(0), Obeys: Yes, BoundArg: 3},
			{Fn: []string{"github.com/aws/aws-sdk-go-v2/config.LoadDefaultConfig"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Startup: true},

			// Version 1: getters, setters and request builders are no calls.
			{Fn: []string{"(~" + v1 + "**.*).{String,GoString,Validate,Set*,Code,Error,Message,OrigErr,StatusCode,RequestID,MarshalEvent,UnmarshalEvent}", "(~" + v1 + "**.{*Error,*Exception,*Input,*Output,*EventStream}).*"}, Never: true},
			{Fn: []string{"(~" + v1 + "**.*).*Request", v1 + "**.New*"}, Builder: true},
			{Fn: []string{"(~" + v1 + "**.*).*WithContext", "(" + v1 + "s3/s3manager.{Uploader,Downloader}).*WithIterator"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(" + v1 + "s3/s3manager.Uploader).Upload", "(" + v1 + "s3/s3manager.Downloader).Download", "(" + v1 + "s3/s3manager/s3manageriface.UploaderAPI).Upload", "(" + v1 + "s3/s3manager/s3manageriface.DownloaderAPI).Download"}, Kind: WaitNet, Twin: "$WithContext", Fix: FixMechanical},
			{Fn: []string{"(*" + v1 + "*.*).*", "(" + v1 + "*/*iface.*API).*"}, Kind: WaitNet, Twin: "$WithContext", Fix: FixMechanical},
			{Fn: []string{"(*" + v1aws + "/request.Request).Send"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + v1aws + "/request.Request).SetContext"}, Obeys: Yes, Twin: "(*" + v1aws + "/request.Request).SetContext", Fix: FixAdapt, How: "call SetContext on the request before"},
		},
		Effects: []Effect{
			keyed(op("sqs", "SQS", EffectWrite, "SendMessage,SendMessageBatch", "sends the message", dedup), "MessageDeduplicationId"),
			op("sqs", "SQS", EffectConsume, "ReceiveMessage", "hides the messages it receives", "the visibility timeout gives them back"),
			op("sqs", "SQS", EffectIdempotent, sqsOps, "", ""),
			settles(SettleDone, op("sqs", "SQS", EffectIdempotent, "DeleteMessage,DeleteMessageBatch", "", "")),
			keyed(op("sns", "SNS", EffectWrite, "Publish,PublishBatch", "publishes the message", "a FIFO topic and a MessageDeduplicationId made before the first attempt"), "MessageDeduplicationId"),
			op("sns", "SNS", EffectIdempotent, "CreateTopic,Subscribe,Unsubscribe,DeleteTopic,SetTopicAttributes", "", ""),

			keyed(op("dynamodb", "DynamoDB", EffectIdempotent, "PutItem,DeleteItem", "writes the item", cond), "ConditionExpression"),
			op("dynamodb", "DynamoDB", EffectIdempotent, "BatchWriteItem", "writes the items", ""),
			update, updateOld,
			// By the update expressions in it; puts and deletes alone may be repeated.
			inField(keyed(Effect{Fn: []string{v2 + "dynamodb.Client).TransactWriteItems", "(*" + v1 + "dynamodb.DynamoDB).TransactWriteItemsWithContext", "(" + v1 + "dynamodb/dynamodbiface.DynamoDBAPI).TransactWriteItemsWithContext"},
				Kind: EffectSQL, Default: EffectIdempotent, What: "writes the items", Safe: token}, "ClientRequestToken", "ConditionExpression"), LangDynamo, 1, "UpdateExpression"),
			inField(keyed(Effect{Fn: []string{"(*" + v1 + "dynamodb.DynamoDB).TransactWriteItems", "(" + v1 + "dynamodb/dynamodbiface.DynamoDBAPI).TransactWriteItems"},
				Kind: EffectSQL, Default: EffectIdempotent, What: "writes the items", Safe: token}, "ClientRequestToken", "ConditionExpression"), LangDynamo, 0, "UpdateExpression"),
			keyed(op("dynamodb", "DynamoDB", EffectUnknown, "ExecuteTransaction,ExecuteStatement,BatchExecuteStatement", "runs the statements", token), "ClientRequestToken"),
			op("dynamodb", "DynamoDB", EffectRead, "GetItem,Query,Scan,BatchGetItem,TransactGetItems,DescribeTable,ListTables", "", ""),

			keyed(op("s3", "S3", EffectIdempotent, "PutObject,DeleteObject,DeleteObjects,CopyObject,UploadPart,UploadPartCopy,CompleteMultipartUpload,AbortMultipartUpload,PutObjectTagging,PutObjectAcl,PutBucketPolicy", "writes the object", "IfNoneMatch or IfMatch"), "IfNoneMatch", "IfMatch"),
			op("s3", "S3", EffectConditional, "CreateMultipartUpload", "begins another upload, of which nobody sees anything", "a rule that ends incomplete uploads"),
			op("s3", "S3", EffectRead, "GetObject,HeadObject,ListObjects,ListObjectsV2,ListBuckets,HeadBucket,ListParts,GetObjectTagging,GetBucketLocation", "", ""),
			op("s3", "S3", EffectConditional, "CreateBucket", "creates the bucket", ""),

			op("kinesis", "Kinesis", EffectWrite, "PutRecord,PutRecords", "appends the records", "a consumer that drops repeats"),
			op("firehose", "Firehose", EffectWrite, "PutRecord,PutRecordBatch", "appends the records", "a consumer that drops repeats"),
			op("eventbridge", "EventBridge", EffectWrite, "PutEvents", "sends the events", "a consumer that drops repeats"),
			op("cloudwatch", "CloudWatch", EffectLocal, "PutMetricData", "", ""),
			op("cloudwatchlogs", "CloudWatchLogs", EffectLocal, "PutLogEvents", "", ""),
			op("lambda", "Lambda", EffectWrite, "Invoke", "invokes the function", "a function that knows repeats"),
			keyed(op("sfn", "SFN", EffectConditional, "StartExecution", "starts the execution", "a Name made before the first attempt"), "Name"),
			op("ses", "SES", EffectWrite, "SendEmail,SendRawEmail,SendTemplatedEmail,SendBulkTemplatedEmail", "sends the mail", "an outbox row that is marked as sent"),
			op("sesv2", "SESV2", EffectWrite, "SendEmail,SendBulkEmail", "sends the mail", "an outbox row that is marked as sent"),
			op("secretsmanager", "SecretsManager", EffectRead, "GetSecretValue,DescribeSecret,ListSecrets", "", ""),
			op("ssm", "SSM", EffectRead, "GetParameter,GetParameters,GetParametersByPath", "", ""),
			op("sts", "STS", EffectRead, "GetCallerIdentity,AssumeRole,AssumeRoleWithWebIdentity", "", ""),
			op("kms", "KMS", EffectRead, "Decrypt,Encrypt,GenerateDataKey,Sign,Verify,DescribeKey", "", ""),
			keyed(op("ec2", "EC2", EffectWrite, "RunInstances", "starts instances", token), "ClientToken"),
			op("ec2", "EC2", EffectIdempotent, "StartInstances,StopInstances,TerminateInstances,CreateTags,DeleteTags", "", ""),
			{Fn: []string{v2 + "*.Client).{Get*,List*,Describe*,BatchGet*,Head*,Scan,Query,Search*}", "(*" + v1 + "*.*).{Get*,List*,Describe*,BatchGet*,Head*}", "(" + v1 + "*/*iface.*API).{Get*,List*,Describe*,BatchGet*,Head*}",
				v2 + "*.*Paginator).NextPage", v2 + "*.*Waiter).{Wait,WaitForOutput}"}, Kind: EffectRead},
			{Fn: []string{v2 + "*.Client).{Delete*,Tag*,Untag*,Update*,Modify*,Set*,Enable*,Disable*}", "(*" + v1 + "*.*).{Delete*,Tag*,Untag*,Update*,Modify*,Enable*,Disable*}"}, Kind: EffectIdempotent},
			{Fn: []string{"(" + mgr + "manager.Uploader).Upload", "(" + v1 + "s3/s3manager.Uploader).{Upload,UploadWithContext}"}, Kind: EffectIdempotent, What: "uploads the object", Note: "a body that cannot seek is used up"},
			{Fn: []string{"(" + mgr + "manager.Downloader).Download", "(" + v1 + "s3/s3manager.Downloader).{Download,DownloadWithContext}"}, Kind: EffectRead},
		},
		Settings: []Setting{
			{Field: []string{"github.com/aws/aws-sdk-go-v2/aws.Config.RetryMaxAttempts", "github.com/aws/aws-sdk-go-v2/service/*.Options.RetryMaxAttempts"}, Knob: KnobAttempts, DefaultN: 3, Zero: ZeroDefault},
			{Field: []string{"github.com/aws/aws-sdk-go-v2/aws.Config.Retryer", "github.com/aws/aws-sdk-go-v2/service/*.Options.Retryer"}, Knob: KnobPolicy},
			{Fn: []string{"github.com/aws/aws-sdk-go-v2/config.WithRetryMaxAttempts"}, Knob: KnobAttempts, DefaultN: 3, Zero: ZeroDefault},
			{Fn: []string{"github.com/aws/aws-sdk-go-v2/config.WithRetryer"}, Knob: KnobPolicy},
			{Fn: []string{"github.com/aws/aws-sdk-go-v2/aws/retry.AddWithMaxAttempts"}, Knob: KnobAttempts, Arg: 1, Wraps: 0, Zero: ZeroNone},
			{Fn: []string{"github.com/aws/aws-sdk-go-v2/aws/retry.AddWithMaxBackoffDelay"}, Knob: KnobMaxDelay, Arg: 1, Wraps: 0},
			{Field: []string{"github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions.MaxAttempts"}, Knob: KnobAttempts, DefaultN: 3, Zero: ZeroNone},
			{Field: []string{"github.com/aws/aws-sdk-go-v2/aws/retry.StandardOptions.MaxBackoff"}, Knob: KnobMaxDelay, Default: 20 * sec},
			{Fn: []string{"(*github.com/aws/aws-sdk-go-v2/aws/transport/http.BuildableClient).WithTimeout"}, Knob: KnobAttempt, Zero: ZeroNone},
			{Field: []string{v1aws + ".Config.MaxRetries"}, Knob: KnobRetries, DefaultN: 3, Negative: ZeroDefault},
			{Fn: []string{"(*" + v1aws + ".Config).WithMaxRetries"}, Knob: KnobRetries, DefaultN: 3},
			{Field: []string{v1aws + "/client.DefaultRetryer.NumMaxRetries"}, Knob: KnobRetries, DefaultN: 3, Zero: ZeroOff},
		},
		CtxOps: []CtxOp{
			{Fn: []string{v1aws + ".BackgroundContext"}, Kind: CtxOpRoot, Parent: -1},
			{Fn: []string{"(*" + v1aws + "/request.Request).SetContext"}, Kind: CtxOpCarry},
		},
		Makers: []Maker{
			{Fn: []string{"github.com/aws/aws-sdk-go-v2/service/dynamodb.{NewFromConfig,New}"}, Trait: TraitRetrying, Attempts: 4, Effects: Yes},
			{Fn: []string{"github.com/aws/aws-sdk-go-v2/service/*.{NewFromConfig,New}"}, Trait: TraitRetrying, Attempts: 3, Effects: Yes},
			{Fn: []string{v1 + "dynamodb.New"}, Trait: TraitRetrying, Attempts: 11, Effects: Yes},
			{Fn: []string{v1 + "*.New"}, Trait: TraitRetrying, Attempts: 4, Effects: Yes},
		},
	}
}
