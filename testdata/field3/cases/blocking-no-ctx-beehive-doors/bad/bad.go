// Package bad opens beehive doors over MQTT when a keeper asks for it by HTTP. The handler
// waits for the broker's acknowledgement with Wait, which knows neither the request nor any
// limit: a broker that is away keeps the keeper waiting for ever.
package bad

import (
	"fmt"
	"net/http"
	"strconv"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/gin-gonic/gin"
)

// Doors commands doors.
type Doors struct {
	client mqtt.Client
	prefix string
}

// New returns doors behind a connected client.
func New(client mqtt.Client, prefix string) *Doors { return &Doors{client: client, prefix: prefix} }

// Register adds the routes.
func (d *Doors) Register(r gin.IRouter) {
	r.PUT("/hives/:hive/door", d.set)
}

func (d *Doors) set(c *gin.Context) {
	hive, err := strconv.Atoi(c.Param("hive"))
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	word := "shut"
	if c.Query("open") == "yes" {
		word = "open"
	}
	if err := d.tell(hive, word); err != nil { // EXPECT blocking-no-ctx // OR ignored-done
		_ = c.AbortWithError(http.StatusBadGateway, err)
		return
	}
	c.Status(http.StatusNoContent)
}

func (d *Doors) tell(hive int, word string) error {
	tok := d.client.Publish(fmt.Sprintf("%s/%d/door", d.prefix, hive), 1, true, word)
	tok.Wait() // OR blocking-no-ctx // OR ignored-done
	return tok.Error()
}
