// Package blocks has operations that wait for what they are after.
package blocks

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type feed struct{ rdb *redis.Client }

// run goes on at once when the read that blocks brought nothing.
func (f *feed) run(ctx context.Context) error {
	for {
		err := f.batch(ctx)
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
	}
}

// counted takes success and an empty read together.
func (f *feed) counted(ctx context.Context) error {
	pause := time.Second
	for ctx.Err() == nil {
		err := f.batch(ctx)
		if err == nil || errors.Is(err, redis.Nil) {
			pause = time.Second
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, time.Minute)
	}
	return ctx.Err()
}

// empty asks by a function of its own.
func empty(err error) bool { return errors.Is(err, redis.Nil) }

func (f *feed) helped(ctx context.Context) error {
	for ctx.Err() == nil {
		err := f.batch(ctx)
		switch {
		case err != nil && !empty(err):
			time.Sleep(time.Second)
		}
	}
	return ctx.Err()
}

func (f *feed) batch(ctx context.Context) error {
	_, err := f.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Count: 10, Block: 2 * time.Second}).Result()
	return err
}

type booth struct {
	Alive bool
	State string
}

// alive looks at a state: its last look is a look like the others.
func alive(ctx context.Context, req *http.Request) error {
	for range 10 {
		var b booth
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		err = json.NewDecoder(resp.Body).Decode(&b)
		resp.Body.Close()
		if err != nil {
			return err
		}
		if resp.StatusCode == http.StatusOK && b.Alive {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return errors.New("not alive")
}

// done compares the state.
func done(ctx context.Context, req *http.Request) error {
	for range 10 {
		var b booth
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		err = json.NewDecoder(resp.Body).Decode(&b)
		resp.Body.Close()
		if err != nil {
			return err
		}
		if resp.StatusCode == http.StatusOK && b.State == "done" {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return errors.New("not done")
}

// answered tries until the answer is good.
func answered(ctx context.Context, req *http.Request, want bool) error {
	for range 10 {
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK && want {
			return nil
		}
		time.Sleep(2 * time.Second) // want `the last of the attempts is followed by a delay as well`
	}
	return errors.New("no good answer")
}
