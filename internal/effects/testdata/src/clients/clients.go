// Package clients holds effects of libraries' clients.
package clients

import (
	"context"
	"fmt"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	dtypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/charge"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.temporal.io/sdk/client"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"

	"genpb"
)

func again(f func() error) error { return f() }

func Queue(ctx context.Context, c *sqs.Client, id, body string) {
	c.SendMessage(ctx, &sqs.SendMessageInput{MessageBody: &body})                              // want "write (*sqs.Client).SendMessage"
	c.SendMessage(ctx, &sqs.SendMessageInput{MessageBody: &body, MessageDeduplicationId: &id}) // want "write (*sqs.Client).SendMessage, key from parameter"
	in := &sqs.SendMessageInput{MessageBody: &body}
	in.MessageDeduplicationId = aws.String(uuid.NewString())
	c.SendMessage(ctx, in) // want "write (*sqs.Client).SendMessage, fresh key"
}

func QueueKeyPerRun(ctx context.Context, c *sqs.Client, body string) {
	for try := 0; try < 3; try++ {
		c.SendMessage(ctx, &sqs.SendMessageInput{MessageDeduplicationId: aws.String(uuid.NewString())}) // want "write (*sqs.Client).SendMessage, fresh key in each run"
	}
}

func send(ctx context.Context, c *sqs.Client, in *sqs.SendMessageInput) { c.SendMessage(ctx, in) }

func QueueHelper(ctx context.Context, c *sqs.Client, id, body string) {
	send(ctx, c, &sqs.SendMessageInput{MessageBody: &body})                              // want "write (*sqs.Client).SendMessage, via send"
	send(ctx, c, &sqs.SendMessageInput{MessageBody: &body, MessageDeduplicationId: &id}) // want "write (*sqs.Client).SendMessage, key from parameter, via send"
}

// QueueOpen cannot see the message: its maker may have set an id.
func QueueOpen(ctx context.Context, c *sqs.Client, in *sqs.SendMessageInput) {
	c.SendMessage(ctx, in) // want "write (*sqs.Client).SendMessage, unseen key"
}

func flush(ctx context.Context, c *sqs.Client, batch []types.SendMessageBatchRequestEntry) {
	c.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{Entries: batch})
}

func Batch(ctx context.Context, c *sqs.Client, ids []string) {
	var batch []types.SendMessageBatchRequestEntry
	for _, id := range ids {
		batch = append(batch, types.SendMessageBatchRequestEntry{Id: aws.String(id)})
	}
	flush(ctx, c, batch) // want "write (*sqs.Client).SendMessageBatch, via flush"
}

func Dynamo(ctx context.Context, c *dynamodb.Client, token, expr string) {
	c.UpdateItem(ctx, &dynamodb.UpdateItemInput{UpdateExpression: aws.String("ADD seen :n")})                                      // want "write ADD in UpdateItem"
	c.UpdateItem(ctx, &dynamodb.UpdateItemInput{UpdateExpression: aws.String("SET a = :a")})                                       // want "idempotent SET in UpdateItem"
	c.UpdateItem(ctx, &dynamodb.UpdateItemInput{UpdateExpression: aws.String("SET a = a + :a")})                                   // want "write SET in UpdateItem"
	c.UpdateItem(ctx, &dynamodb.UpdateItemInput{UpdateExpression: aws.String("ADD n :n"), ConditionExpression: aws.String("v=1")}) // want "conditional ADD in UpdateItem, constant key"
	c.UpdateItem(ctx, &dynamodb.UpdateItemInput{UpdateExpression: &expr})                                                          // want "unknown (*dynamodb.Client).UpdateItem"
	items := []dtypes.TransactWriteItem{{Put: &dtypes.Put{}}, {Update: &dtypes.Update{UpdateExpression: aws.String("ADD n :n")}}}
	c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: items})                                            // want "write ADD in TransactWriteItems"
	c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: items, ClientRequestToken: &token})                // want "write ADD in TransactWriteItems, key from parameter"
	c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []dtypes.TransactWriteItem{{Put: &dtypes.Put{}}}}) // want "idempotent (*dynamodb.Client).TransactWriteItems"
}

func Redis(ctx context.Context, c *redis.Client, cmd string) {
	c.Incr(ctx, "n")            // want "write redis.Incr"
	c.Set(ctx, "n", 1, 0)       // want "idempotent redis.Set"
	c.LPop(ctx, "n")            // want "consume redis.LPop"
	c.SetNX(ctx, "n", 1, 0)     // want "conditional redis.SetNX"
	c.Get(ctx, "n")             // want "read redis.Get"
	c.Do(ctx, "INCRBY", "n", 5) // want "write INCRBY"
	c.Do(ctx, "SET", "n", 5)    // want "idempotent SET"
	c.Do(ctx, cmd, "n", 5)      // want "unknown (*redis.Client).Do"
}

func Mongo(ctx context.Context, c *mongo.Collection, id string, u any) {
	c.InsertOne(ctx, bson.M{"a": 1})                                            // want "write (*mongo.Collection).InsertOne"
	c.InsertOne(ctx, bson.M{"_id": id, "a": 1})                                 // want "write (*mongo.Collection).InsertOne, key from parameter"
	c.InsertOne(ctx, bson.D{{"_id", bson.NewObjectID()}, {"a", 1}})             // want "write (*mongo.Collection).InsertOne, fresh key"
	c.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$inc": bson.M{"n": 1}})         // want "write $inc in UpdateOne"
	c.UpdateOne(ctx, bson.M{"_id": id}, bson.D{{Key: "$set", Value: bson.M{}}}) // want "idempotent $set in UpdateOne"
	c.UpdateOne(ctx, bson.M{"_id": id}, u)                                      // want "unknown (*mongo.Collection).UpdateOne"
}

func MongoGuarded(ctx context.Context, c *mongo.Collection, id, op string) {
	c.UpdateOne(ctx, bson.M{"_id": id, "ops": bson.M{"$ne": op}}, bson.M{"$inc": bson.M{"n": 1}, "$push": bson.M{"ops": op}}) // want "conditional $inc in UpdateOne"
	c.UpdateOne(ctx, bson.M{"_id": id, "version": 3}, bson.M{"$inc": bson.M{"n": 1}})                                         // want "conditional $inc in UpdateOne"
}

func MongoTx(ctx context.Context, s *mongo.Session, a, b *mongo.Collection) {
	s.WithTransaction(ctx, func(txCtx context.Context) (any, error) {
		a.InsertOne(txCtx, bson.M{"a": 1})                  // want "write (*mongo.Collection).InsertOne, in tx"
		_, err := b.InsertOne(ctx, bson.M{"outside": true}) // want "write (*mongo.Collection).InsertOne"
		return nil, err
	})
}

func once(ctx context.Context, c genpb.OrdersClient, in *genpb.CreateOrderRequest) error {
	_, err := c.CreateOrder(ctx, in)
	return err
}

func RPCHelper(ctx context.Context, c genpb.OrdersClient, id string) {
	once(ctx, c, &genpb.CreateOrderRequest{Sum: 1})                // want "write OrdersClient.CreateOrder, by name, via once"
	once(ctx, c, &genpb.CreateOrderRequest{Sum: 1, RequestId: id}) // want "write OrdersClient.CreateOrder, key from parameter, by name, via once"
}

func job(name string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetGenerateName(name)
	return u
}

func named(name string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetName(name)
	return u
}

func Kube(ctx context.Context, c dynamic.ResourceInterface) {
	j := job("scan-")
	c.Create(ctx, j)          // want "write (dynamic.ResourceInterface).Create"
	c.Create(ctx, named("x")) // want "conditional (dynamic.ResourceInterface).Create"
}

type row struct {
	ID int
	N  int
}

func Gorm(ctx context.Context, db *gorm.DB, r *row) {
	db.WithContext(ctx).Create(r)                                             // want "write (*gorm.DB).Create"
	db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(r) // want "conditional (*gorm.DB).Create, constant key"
	db.Model(r).Update("n", 5)                                                // want "idempotent (*gorm.DB).Update"
	db.Model(r).Update("n", gorm.Expr("n + ?", 1))                            // want "write (*gorm.DB).Update"
	db.Model(r).Updates(map[string]any{"n": gorm.Expr("n + ?", 1)})           // want "write (*gorm.DB).Updates"
	db.Exec("UPDATE rows SET n = n + 1 WHERE id = ?", 1)                      // want "write UPDATE rows"
	db.Raw("SELECT 1").Scan(r)                                                // want "read SELECT" "read SELECT"
	db.First(r)                                                               // want "read (*gorm.DB).First"
	db.Transaction(func(tx *gorm.DB) error {
		return tx.Create(r).Error // want "write (*gorm.DB).Create, in tx"
	})
}

func RPC(ctx context.Context, c genpb.OrdersClient, l genpb.Local, id string) {
	c.CreateOrder(ctx, &genpb.CreateOrderRequest{Sum: 1})                // want "write OrdersClient.CreateOrder, by name"
	c.CreateOrder(ctx, &genpb.CreateOrderRequest{Sum: 1, RequestId: id}) // want "write OrdersClient.CreateOrder, key from parameter, by name"
	c.CreateBook(ctx, &genpb.CreateBookRequest{BookId: id})              // want "write OrdersClient.CreateBook, key from parameter, by name"
	c.SendMail(ctx, &genpb.SendMailRequest{To: id})                      // want "write OrdersClient.SendMail, by name"
	c.GetOrder(ctx, &genpb.GetOrderRequest{Id: id})                      // want "read OrdersClient.GetOrder, by name"
	l.CreateOrder(ctx, &genpb.CreateOrderRequest{})
}

func Resty(ctx context.Context, c *resty.Client, key string) {
	c.R().SetContext(ctx).SetBody("x").Post("https://a/orders")          // want "write POST to /orders"
	c.R().SetHeader("Idempotency-Key", key).Post("https://a/orders")     // want "write POST to /orders, key from parameter"
	c.R().SetBody(map[string]string{"q": "x"}).Post("https://a/_search") // want "read POST to /_search"
	c.R().Get("https://a/orders")                                        // want "read (*resty.Request).Get"
	c.R().Execute("POST", "https://a/orders")                            // want "write POST to /orders"
	r := c.R()
	r.SetHeader("Idempotency-Key", uuid.NewString())
	r.Post("https://a/orders") // want "write POST to /orders, fresh key"
}

func AppendsToFile(name string, line []byte) error {
	return again(func() error {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600) // want "unknown os.OpenFile"
		if err != nil {
			return err
		}
		defer f.Close()                                         // want "idempotent (*os.File).Close"
		if _, err := fmt.Fprintf(f, "%s\n", line); err != nil { // want "write write to a file opened with O_APPEND"
			return err
		}
		_, err = f.Write(line) // want "write write to a file opened with O_APPEND"
		return err
	})
}

func WritesFile(name string, line []byte) error {
	return again(func() error {
		f, err := os.Create(name) // want "idempotent os.Create"
		if err != nil {
			return err
		}
		_, err = f.Write(line) // want "unknown (*os.File).Write"
		return err
	})
}

func Messages(ctx context.Context, js jetstream.JetStream, id string, opts []jetstream.PublishOpt) {
	js.Publish(ctx, "a", nil)                                        // want "write (jetstream.Publisher).Publish"
	js.Publish(ctx, "a", nil, jetstream.WithExpectStream("s"))       // want "write (jetstream.Publisher).Publish"
	js.Publish(ctx, "a", nil, jetstream.WithMsgID(id))               // want "write (jetstream.Publisher).Publish, key from parameter"
	js.Publish(ctx, "a", nil, jetstream.WithMsgID(uuid.NewString())) // want "write (jetstream.Publisher).Publish, fresh key"
	js.Publish(ctx, "a", nil, opts...)                               // want "write (jetstream.Publisher).Publish, unseen key"
}

func Tasks(ctx context.Context, c *asynq.Client, id string) {
	c.EnqueueContext(ctx, asynq.NewTask("mail", nil))                   // want "write (*asynq.Client).EnqueueContext"
	c.EnqueueContext(ctx, asynq.NewTask("mail", nil), asynq.Queue("q")) // want "write (*asynq.Client).EnqueueContext"
	c.EnqueueContext(ctx, asynq.NewTask("mail", nil), asynq.TaskID(id)) // want "write (*asynq.Client).EnqueueContext, key from parameter"
	c.EnqueueContext(ctx, asynq.NewTask("mail", nil, asynq.TaskID(id))) // want "write (*asynq.Client).EnqueueContext, key from parameter"
	task := asynq.NewTask("mail", nil, asynq.TaskID(uuid.NewString()))
	c.EnqueueContext(ctx, task) // want "write (*asynq.Client).EnqueueContext, fresh key"
}

// Charges: without a key the library draws one for each call.
func Charges(ctx context.Context, id string, cents int64) {
	for try := 0; try < 3; try++ {
		p := &stripe.ChargeParams{Amount: &cents}
		charge.New(p) // want "write charge.New, fresh key in each run"
	}
	for try := 0; try < 3; try++ {
		p := &stripe.ChargeParams{Amount: &cents}
		p.SetIdempotencyKey(id)
		charge.New(p)       // want "write charge.New, key from parameter"
		charge.Get(id, nil) // want "read charge.Get"
	}
}

func Workflows(ctx context.Context, c client.Client, id string) {
	c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{TaskQueue: "q"}, "w")         // want "write (client.Client).ExecuteWorkflow"
	c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: id, TaskQueue: "q"}, "w") // want "conditional (client.Client).ExecuteWorkflow, key from parameter"
}
