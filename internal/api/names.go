package api

// packageNames are the names of packages whose paths mislead, without the
// major version unless it matters.
var packageNames = map[string]string{
	"github.com/rabbitmq/amqp091-go":          "amqp",
	"github.com/eclipse/paho.mqtt.golang":     "mqtt",
	"github.com/elastic/elastic-transport-go": "elastictransport",
}
