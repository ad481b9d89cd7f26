package a

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"time"

	"github.com/sethvargo/go-retry"
	"google.golang.org/grpc"

	"genpb"
)

// Calls that wait until their connection is ready.

var errDown = errors.New("down")

func start(target string, limits grpc.UnaryClientInterceptor) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	plain, err := grpc.NewClient(target, grpc.WithUserAgent("a"))
	if err != nil {
		return err
	}
	patient, err := grpc.NewClient(target, grpc.WithDefaultCallOptions(grpc.MaxCallSize(1<<20), grpc.WaitForReady(true)))
	if err != nil {
		return err
	}
	limited, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(limits))
	if err != nil {
		return err
	}
	configured, err := grpc.NewClient(target, grpc.WithDefaultServiceConfig(`{"methodConfig":[{"name":[{}],"timeout":"2s"}]}`))
	if err != nil {
		return err
	}
	whole, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return errors.Join(
		waits(ctx, genpb.NewHealthClient(plain)),
		waitsByDefault(ctx, genpb.NewHealthClient(patient)),
		waitsInLoop(ctx, genpb.NewHealthClient(plain)),
		fails(ctx, genpb.NewHealthClient(plain)),
		failsAfterAll(ctx, genpb.NewHealthClient(patient)),
		attemptsLimited(ctx, genpb.NewHealthClient(plain)),
		allLimited(whole, genpb.NewHealthClient(plain)),
		intercepted(ctx, genpb.NewHealthClient(limited)),
		inConfig(ctx, genpb.NewHealthClient(configured)),
		Exported(ctx, genpb.NewHealthClient(plain)),
	)
}

func within(d time.Duration) retry.Backoff {
	return retry.WithMaxDuration(d, retry.NewExponential(250*time.Millisecond))
}

func waits(ctx context.Context, health genpb.HealthClient) error {
	return retry.Do(ctx, within(30*time.Second), func(ctx context.Context) error {
		reply, err := health.Check(ctx, &genpb.Request{}, grpc.WaitForReady(true)) // want `is looked at only between attempts, and HealthClient.Check waits until its connection is ready`
		if err == nil && !reply.Up {
			err = errDown
		}
		return retry.RetryableError(err)
	})
}

func waitsByDefault(ctx context.Context, health genpb.HealthClient) error {
	return retry.Do(ctx, within(30*time.Second), func(ctx context.Context) error {
		_, err := health.Check(ctx, &genpb.Request{}) // want `waits until its connection is ready`
		return retry.RetryableError(err)
	})
}

func waitsInLoop(ctx context.Context, health genpb.HealthClient) error {
	begun := time.Now()
	for {
		_, err := health.Check(ctx, &genpb.Request{}, grpc.WaitForReady(true)) // want `the limit of 1m is looked at only between attempts, and HealthClient.Check waits until its connection is ready`
		if err == nil || time.Since(begun) > time.Minute {
			return err
		}
		time.Sleep(time.Second)
	}
}

// It fails at once while there is no connection.
func fails(ctx context.Context, health genpb.HealthClient) error {
	return retry.Do(ctx, within(30*time.Second), func(ctx context.Context) error {
		_, err := health.Check(ctx, &genpb.Request{})
		return retry.RetryableError(err)
	})
}

func failsAfterAll(ctx context.Context, health genpb.HealthClient) error {
	return retry.Do(ctx, within(30*time.Second), func(ctx context.Context) error {
		_, err := health.Check(ctx, &genpb.Request{}, grpc.WaitForReady(false))
		return retry.RetryableError(err)
	})
}

func attemptsLimited(ctx context.Context, health genpb.HealthClient) error {
	return retry.Do(ctx, within(30*time.Second), func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		_, err := health.Check(ctx, &genpb.Request{}, grpc.WaitForReady(true))
		return retry.RetryableError(err)
	})
}

func allLimited(ctx context.Context, health genpb.HealthClient) error {
	return retry.Do(ctx, within(30*time.Second), func(ctx context.Context) error {
		_, err := health.Check(ctx, &genpb.Request{}, grpc.WaitForReady(true))
		return retry.RetryableError(err)
	})
}

// The connection may limit each call.
func intercepted(ctx context.Context, health genpb.HealthClient) error {
	return retry.Do(ctx, within(30*time.Second), func(ctx context.Context) error {
		_, err := health.Check(ctx, &genpb.Request{}, grpc.WaitForReady(true))
		return retry.RetryableError(err)
	})
}

func inConfig(ctx context.Context, health genpb.HealthClient) error {
	return retry.Do(ctx, within(30*time.Second), func(ctx context.Context) error {
		_, err := health.Check(ctx, &genpb.Request{}, grpc.WaitForReady(true))
		return retry.RetryableError(err)
	})
}

// Others may hand in another connection, or a limit.
func Exported(ctx context.Context, health genpb.HealthClient) error {
	return retry.Do(ctx, within(30*time.Second), func(ctx context.Context) error {
		_, err := health.Check(ctx, &genpb.Request{}, grpc.WaitForReady(true))
		return retry.RetryableError(err)
	})
}
