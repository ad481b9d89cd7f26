// Package jobs has the handlers of messages, jobs, commands and reconciles.
package jobs

import (
	"context"
	"testing"

	"cloud.google.com/go/pubsub"
	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/bwmarrin/discordgo"
	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/riverqueue/river"
	"github.com/robfig/cron/v3"
	"github.com/spf13/cobra"
	cli2 "github.com/urfave/cli/v2"
	cli3 "github.com/urfave/cli/v3"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"go.uber.org/fx"
	tele "gopkg.in/telebot.v3"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type event struct{}
type answer struct{}

func onEvent(ctx context.Context, e event) (answer, error) { return answer{}, nil } // want `^AWS Lambda request by registration: ctx live$`

func onSQS(ctx context.Context, e events.SQSEvent) error { return nil } // want `^AWS Lambda message by type: ctx live$`

func noCtx(e event) error { return nil } // want `^AWS Lambda request by registration: no context$`

func lambdas() {
	lambda.Start(onEvent)
	lambda.Start(noCtx)
}

type reconciler struct{}

func (r *reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) { // want `^controller-runtime reconcile by interface: ctx live$`
	return reconcile.Result{}, nil
}

type request struct{}
type result struct{}
type ownReconciler struct{}

func (r *ownReconciler) Reconcile(ctx context.Context, req request) (result, error) { // want `^controller-runtime reconcile by interface: ctx live$`
	return result{}, nil
}

type accounts struct{}

// Another thing of that name.
func (a *accounts) Reconcile(ctx context.Context, from, to string) error { return nil }

type runnable struct{}

func (r *runnable) Start(ctx context.Context) error { return nil } // want `^controller-runtime lifecycle by interface: ctx live$`

type idle struct{}

func (r *idle) Start(ctx context.Context) error { return nil }

func manage(m manager.Manager) { m.Add(&runnable{}) }

func onMessage(msg *message.Message) ([]*message.Message, error) { return nil, nil } // want `^watermill message by type: msg.Context\(\) live$`

type consumer struct{}

func (c *consumer) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (c *consumer) Cleanup(sarama.ConsumerGroupSession) error { return nil }
func (c *consumer) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error { // want `^sarama lifecycle by interface: s.Context\(\) live$`
	return nil
}

func subscribe(nc *nats.Conn, js jetstream.Consumer) {
	nc.Subscribe("x", func(m *nats.Msg) {}) // want `^NATS message by registration: no context$`
	js.Consume(func(m jetstream.Msg) {})    // want `^NATS JetStream message by registration: no context$`
}

func receive(ctx context.Context, s *pubsub.Subscription) error {
	return s.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {}) // want `^Google Pub/Sub message by registration: ctx live$`
}

func (c *consumer) process(ctx context.Context, t *asynq.Task) error { return nil } // want `^asynq job by type: ctx live$`

func (c *consumer) ProcessTask(ctx context.Context, t *asynq.Task) error { return nil } // want `^asynq job by interface: ctx live$`

func (c *consumer) Work(ctx context.Context, j *river.Job[event]) error { return nil } // want `^river job by interface: ctx live$`

func activity(ctx context.Context, id string) error { return nil } // want `^Temporal activity job by registration: ctx live$`

func flow(ctx workflow.Context, id string) error { return nil } // want `^Temporal workflow periodic by type: no context$`

func temporal(w worker.Worker) {
	w.RegisterActivity(activity)
	w.RegisterWorkflow(flow)
}

func command() *cobra.Command {
	return &cobra.Command{
		Use:  "x",
		RunE: func(cmd *cobra.Command, args []string) error { return nil }, // want `^cobra command by registration: cmd.Context\(\)$`
	}
}

func action2(c *cli2.Context) error { return nil } // want `^urfave/cli command by type: c.Context`

func action3(ctx context.Context, c *cli3.Command) error { return nil } // want `^urfave/cli command by type: ctx live$`

type nightly struct{}

func (n *nightly) Run() {} // want `^cron periodic by registration: no context$`

func schedule(c *cron.Cron) {
	c.AddFunc("@daily", func() {}) // want `^cron periodic by registration: no context$`
	c.AddJob("@daily", &nightly{})
}

func telebot(c tele.Context) error { return nil } // want `^Telegram message by type: no context$`

func telegram(ctx context.Context, b *bot.Bot, u *models.Update) {} // want `^Telegram message by type: ctx live$`

func discord(s *discordgo.Session, i *discordgo.InteractionCreate) {} // want `^Discord message by type: no context$`

func mqttMessage(c mqtt.Client, m mqtt.Message) {} // want `^MQTT message by type: no context$`

func informer() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {}, // want `^informer message by registration: no context$`
	}
}

func hook() fx.Hook {
	return fx.Hook{
		OnStart: func(ctx context.Context) error { return nil }, // want `^fx lifecycle by registration: ctx live$`
	}
}

func TestX(t *testing.T) {} // want `^testing test by type: t.Context\(\) live$`
