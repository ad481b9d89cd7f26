package asynq

import "context"

type Client struct{}

type Task struct{}

type Option interface{ String() string }

type TaskInfo struct{}

func NewTask(typ string, payload []byte, opts ...Option) *Task { return nil }

func TaskID(id string) Option { return nil }

func Queue(name string) Option { return nil }

func (c *Client) EnqueueContext(ctx context.Context, t *Task, opts ...Option) (*TaskInfo, error) {
	return nil, nil
}
