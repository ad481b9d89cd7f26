// Package ok keeps a vehicle subscribed to its MQTT commands.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// Uplink reconnects for as long as the vehicle is on.
type Uplink struct {
	broker  string
	vehicle string
	on      mqtt.MessageHandler
	log     *slog.Logger
}

// Run returns when ctx ends.
func (u *Uplink) Run(ctx context.Context) error {
	failures := 0
	for {
		began := time.Now()
		err := u.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) > 5*time.Minute {
			failures = 0
		}
		d := time.Second << min(failures, 7)
		d += rand.N(d / 2)
		failures++
		u.log.Warn("uplink lost", "failures", failures, "again_in", d, "err", err)
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (u *Uplink) session(ctx context.Context) error {
	lost := make(chan error, 1)
	opts := mqtt.NewClientOptions().
		AddBroker(u.broker).
		SetClientID(u.vehicle).
		SetAutoReconnect(false).
		SetConnectRetry(false).
		SetConnectTimeout(15 * time.Second).
		SetConnectionLostHandler(func(_ mqtt.Client, err error) {
			select {
			case lost <- err:
			default:
			}
		})
	c := mqtt.NewClient(opts)
	defer c.Disconnect(250)
	if err := wait(ctx, c.Connect()); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	if err := wait(ctx, c.Subscribe("vehicles/"+u.vehicle+"/commands", 1, u.on)); err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	select {
	case err := <-lost:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func wait(ctx context.Context, t mqtt.Token) error {
	select {
	case <-t.Done():
		return t.Error()
	case <-time.After(20 * time.Second):
		return errors.New("no answer from broker")
	case <-ctx.Done():
		return ctx.Err()
	}
}
