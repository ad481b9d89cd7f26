// Package good opens beehive doors over MQTT when a keeper asks for it by HTTP. The wait for
// the broker ends with the request or after five seconds.
package good

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

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
	if err := d.tell(c.Request.Context(), hive, word); err != nil {
		_ = c.AbortWithError(http.StatusBadGateway, err)
		return
	}
	c.Status(http.StatusNoContent)
}

func (d *Doors) tell(ctx context.Context, hive int, word string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	tok := d.client.Publish(fmt.Sprintf("%s/%d/door", d.prefix, hive), 1, true, word)
	select {
	case <-tok.Done():
		return tok.Error()
	case <-ctx.Done():
		return ctx.Err()
	}
}
