package more

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// An entry of a stream gets a new ID each time, unless it is given one.
func stream(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		if err = rdb.XAdd(ctx, &redis.XAddArgs{Stream: "s", Values: "v"}).Err(); err == nil { // want `redis.XAdd is repeated by the loop`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func streamStar(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		if err = rdb.XAdd(ctx, &redis.XAddArgs{Stream: "s", ID: "*", Values: "v"}).Err(); err == nil { // want `redis.XAdd is repeated by the loop`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func streamNow(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		id := fmt.Sprintf("%d-0", time.Now().UnixMilli())
		if err = rdb.XAdd(ctx, &redis.XAddArgs{Stream: "s", ID: id, Values: "v"}).Err(); err == nil { // want `redis.XAdd has a key \(time.Now\) that each attempt of the loop .* draws anew`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func streamOwn(ctx context.Context, rdb *redis.Client, n int) (err error) {
	for range 3 {
		err = rdb.XAdd(ctx, &redis.XAddArgs{Stream: "s", ID: fmt.Sprintf("%d-1", n), Values: "v"}).Err()
		if err == nil || strings.Contains(err.Error(), "equal or smaller") {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func streamOnce(ctx context.Context, rdb *redis.Client) (err error) {
	args := &redis.XAddArgs{Stream: "s", Values: "v"}
	args.ID = fmt.Sprintf("%d-0", time.Now().UnixMilli())
	for range 3 {
		if err = rdb.XAdd(ctx, args).Err(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

var (
	errBusy   = errors.New("busy")
	errBroken = errors.New("broken")
)

func placeAt(ctx context.Context, host string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, host+"/orders", strings.NewReader("{}"))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusServiceUnavailable:
		return errBusy
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return errBroken
	}
	return nil
}

// The next is asked only when nothing was sent, or it was refused.
func refused(ctx context.Context, hosts []string) (err error) {
	for _, host := range hosts {
		if err = placeAt(ctx, host); err == nil {
			return nil
		}
		var op *net.OpError
		if !errors.Is(err, errBusy) && !(errors.As(err, &op) && op.Op == "dial") {
			return err
		}
	}
	return err
}

func onlyBusy(ctx context.Context) (err error) {
	for range 3 {
		if err = placeAt(ctx, "http://h"); !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// A gateway does not know.
func brokenToo(ctx context.Context) (err error) {
	for range 3 {
		if err = placeAt(ctx, "http://h"); !errors.Is(err, errBusy) && !errors.Is(err, errBroken) { // want `POST to /orders .* is repeated by the loop`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func anyOf(ctx context.Context, hosts []string) (err error) {
	for _, host := range hosts {
		if err = placeAt(ctx, host); err == nil { // want `POST to /orders .* is repeated by the loop`
			return nil
		}
	}
	return err
}
