package api

// libMongo is MongoDB's driver, of which everything takes a context.
func libMongo() Rows {
	const (
		v1   = "go.mongodb.org/mongo-driver"
		v2   = "go.mongodb.org/mongo-driver/v2"
		both = "go.mongodb.org/mongo-driver{,/v2}/mongo."
		coll = "(*" + both + "Collection)."
		opts = "go.mongodb.org/mongo-driver{,/v2}/mongo/options.ClientOptions)."
	)
	session := []string{"(" + v1 + "/mongo.Session).{CommitTransaction,AbortTransaction,EndSession}", "(*" + v2 + "/mongo.Session).{CommitTransaction,AbortTransaction,EndSession}"}
	return Rows{
		Calls: []Call{
			{Fn: []string{coll + "{InsertOne,InsertMany,UpdateOne,UpdateMany,UpdateByID,ReplaceOne,DeleteOne,DeleteMany,Find,FindOne,FindOneAndUpdate,FindOneAndReplace,FindOneAndDelete,CountDocuments,EstimatedDocumentCount,Distinct,Aggregate,BulkWrite,Watch,Drop}",
				"(*" + both + "Client).{Ping,Disconnect,ListDatabases,ListDatabaseNames,Watch}", "(*" + both + "Database).{Aggregate,RunCommand,RunCommandCursor,ListCollections,ListCollectionNames,CreateCollection,Drop,Watch}",
				"(*" + both + "Cursor).{Next,TryNext,All,Close}", "(*" + both + "ChangeStream).{Next,TryNext,Close}", "(" + both + "IndexView).{CreateOne,CreateMany,DropOne,DropAll,List}", "(*" + v1 + "/mongo.Client).{Connect}", v1 + "/mongo.Connect"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: session, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Note: "The commit loop of WithTransaction uses a context without cancellation."},
			{Fn: []string{v2 + "/mongo.Connect", "(*" + both + "SingleResult).{Decode,Raw,Err}", "(*" + both + "Cursor).{Decode,Err,ID}"}, Never: true},
		},
		Effects: []Effect{
			{Fn: []string{coll + "{InsertOne,InsertMany}"}, Kind: EffectWrite, What: "inserts the document", Key: []string{"_id", "ID"}, KeyTag: "bson", Safe: "a document with an _id of its own", Note: "Without one the driver draws a new _id for each call; its own single retry is safe."},
			{Fn: []string{coll + "{UpdateOne,UpdateMany,UpdateByID,FindOneAndUpdate}"}, Kind: EffectSQL, Lang: LangMongo, SQL: 2, Default: EffectUnknown, What: "updates the document", Safe: "a filter on a version or on the operation's id"},
			{Fn: []string{coll + "{ReplaceOne,FindOneAndReplace,DeleteMany,Drop}"}, Kind: EffectIdempotent},
			{Fn: []string{coll + "DeleteOne"}, Kind: EffectIdempotent, Note: "with a filter that is not unique it deletes another document each time"},
			{Fn: []string{coll + "FindOneAndDelete"}, Kind: EffectConsume, What: "takes the document away"},
			{Fn: []string{coll + "{Find,FindOne,CountDocuments,EstimatedDocumentCount,Distinct,Watch}", "(*" + both + "Client).{Ping,Disconnect,ListDatabases,ListDatabaseNames,StartSession}", "(*" + both + "Database).{ListCollections,ListCollectionNames}",
				"(*" + both + "Cursor).{Next,TryNext,All,Close,Decode}", "(*" + both + "SingleResult).{Decode,Raw,Err}", "(" + both + "IndexView).List", both + "Connect"}, Kind: EffectRead},
			{Fn: []string{coll + "{Aggregate,BulkWrite}", "(*" + both + "Database).{RunCommand,Aggregate}"}, Kind: EffectUnknown, What: "runs the command"},
			{Fn: []string{"(" + both + "IndexView).{CreateOne,CreateMany}"}, Kind: EffectIdempotent},
			{Fn: []string{"(" + v1 + "/mongo.Session).CommitTransaction", "(*" + v2 + "/mongo.Session).CommitTransaction"}, Kind: EffectIdempotent, What: "commits the transaction", Note: "The server knows the transaction's number."},
		},
		Settings: []Setting{
			{Fn: []string{"(*" + opts + "SetTimeout"}, Knob: KnobWhole, Zero: ZeroNone, Note: "only if the context has no deadline"},
			{Fn: []string{"(*" + opts + "SetServerSelectionTimeout"}, Knob: KnobPoolWait, Default: 30 * sec},
			{Fn: []string{"(*" + opts + "SetConnectTimeout"}, Knob: KnobConnect, Default: 30 * sec, Zero: ZeroNone},
			{Fn: []string{"(*" + v1 + "/mongo/options.ClientOptions).SetSocketTimeout"}, Knob: KnobOp, Zero: ZeroNone},
			{Fn: []string{"(*" + opts + "{SetRetryWrites,SetRetryReads}"}, Knob: KnobRetryOff, Note: "false switches the single retry off"},
			{Fn: []string{"(*" + opts + "SetMaxConnIdleTime"}, Knob: KnobIdle},
		},
		Makers: []Maker{
			{Fn: []string{both + "Connect", v1 + "/mongo.NewClient"}, Trait: TraitRetrying, Attempts: 2, Effects: No, Note: "Single-document writes carry a number that makes their one repeat safe."},
		},
	}
}
