// Package good lets a robot arm in a laboratory do one task at a time, over gRPC. The arm is let
// go even after a cancelled task, by a call with a limit of its own.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const (
	grab    = "/arms.v1.Arm/Grab"
	perform = "/arms.v1.Arm/Perform"
	letGo   = "/arms.v1.Arm/LetGo"
)

// Arm is the client of one arm.
type Arm struct {
	conn      grpc.ClientConnInterface
	grabLimit time.Duration
	taskLimit time.Duration
}

// Do performs a task with the arm.
func (a *Arm) Do(ctx context.Context, task string) (err error) {
	token := new(wrapperspb.StringValue)
	if err := a.grab(ctx, token); err != nil {
		return fmt.Errorf("grab arm: %w", err)
	}
	defer func() {
		err = errors.Join(err, a.release(ctx, token))
	}()

	ctx, cancel := context.WithTimeout(ctx, a.taskLimit)
	defer cancel()
	if err := a.conn.Invoke(ctx, perform, wrapperspb.String(task), new(emptypb.Empty)); err != nil {
		return fmt.Errorf("perform %s: %w", task, err)
	}
	return nil
}

func (a *Arm) grab(ctx context.Context, token *wrapperspb.StringValue) error {
	ctx, cancel := context.WithTimeout(ctx, a.grabLimit)
	defer cancel()
	return a.conn.Invoke(ctx, grab, new(emptypb.Empty), token)
}

// release lets the arm go, whatever has become of ctx.
func (a *Arm) release(ctx context.Context, token *wrapperspb.StringValue) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.grabLimit)
	defer cancel()
	if err := a.conn.Invoke(ctx, letGo, token, new(emptypb.Empty)); err != nil {
		return fmt.Errorf("let arm go: %w", err)
	}
	return nil
}
