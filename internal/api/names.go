package api

// packageNames are the names of packages whose paths mislead, without the
// major version unless it matters.
var packageNames = map[string]string{
	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5": "crdbpgx",
	"github.com/grpc-ecosystem/go-grpc-middleware/retry":    "grpc_retry",
	"github.com/matoous/go-nanoid":                          "gonanoid",
	"github.com/go-telegram-bot-api/telegram-bot-api":       "tgbotapi",
	"github.com/twilio/twilio-go/rest/api/v2010":            "openapi",
	"github.com/twilio/twilio-go/rest/verify":               "openapi",
	"resty.dev": "resty",
	"github.com/influxdata/influxdb-client-go": "influxdb2",
	"go.etcd.io/etcd/client":                   "clientv3",
	"sigs.k8s.io/controller-runtime":           "ctrl", // as everybody imports it
	"github.com/rabbitmq/amqp091-go":           "amqp",
	"github.com/eclipse/paho.mqtt.golang":      "mqtt",
	"github.com/elastic/elastic-transport-go":  "elastictransport",
}
