package a

import (
	"context"
	"database/sql"
	"time"

	"dep"
)

type desk struct {
	c  *dep.Client
	db *sql.DB
}

// Accept has little time, says its author.
//
//faultlint:budget 3s
func (d *desk) Accept(ctx context.Context) error {
	return d.c.Load(ctx) // want `\(\*Client\)\.Load → the loop makes 4 attempts of up to 2s, and 400ms of delays between them, which need 8\.4s; the handler \(\*desk\)\.Accept has a budget of 3s, so`
}

// Queue has little time, and its helper wastes it.
//
//faultlint:budget 3s
func (d *desk) Queue(ctx context.Context) error {
	return d.file(ctx)
}

func (d *desk) file(ctx context.Context) error {
	var err error
	for n := 0; n < 2; n++ { // want `2 attempts of up to 2s need 4s; the handler \(\*desk\)\.Queue has a budget of 3s, so`
		if err = d.stamp(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return d.c.Get(ctx) // want `\(\*Client\)\.Get → \(\*Client\)\.Load → the loop makes 4 attempts .* need 8\.4s; the handler \(\*desk\)\.Queue has a budget of 3s`
}

func (d *desk) stamp(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return d.db.PingContext(ctx)
}

// Patient has time for all.
//
//faultlint:budget 1m
func (d *desk) Patient(ctx context.Context) error {
	if err := d.c.Get(ctx); err != nil {
		return err
	}
	return d.late(ctx)
}

// Later goes on by itself.
//
//faultlint:budget 1s
func (d *desk) Later(ctx context.Context) error {
	go d.late(context.WithoutCancel(ctx))
	return nil
}

func (d *desk) late(ctx context.Context) error {
	var err error
	for n := 0; n < 2; n++ {
		if err = d.stamp(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}
