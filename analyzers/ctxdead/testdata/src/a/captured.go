package a

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
)

// The answer is written at once.
func (k *keeper) accepted(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), time.Second)
	defer cancel()
	go k.s.Put(ctx, "a", "x") // want `rack.Put runs in a goroutine under ctx, which the deferred call of cancel cancels`
	c.Status(http.StatusAccepted)
}

func (k *keeper) asksFirst(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), time.Second)
	defer cancel()
	go k.s.Put(ctx, "a", "x")
	v, _ := k.s.Get(ctx, "b")
	c.JSON(http.StatusOK, v)
}

// A deferred function cancels, and goes on under what it cancelled.
func (k *keeper) deferred(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer func() {
		cancel()
		k.s.Delete(ctx, "lock") // want `rack.Delete fails at once here: its context ctx was cancelled at`
	}()
	return k.s.Put(ctx, "a", "x")
}

func (k *keeper) inOrder(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer func() {
		k.s.Get(ctx, "b")
		cancel()
	}()
	return k.s.Put(ctx, "a", "x")
}

// The first that fails cancels all, itself as well.
func (k *keeper) workers(ctx context.Context, keys []string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for _, key := range keys {
		wg.Go(func() {
			if err := k.s.Put(ctx, key, "x"); err != nil {
				cancel()
				k.s.Put(ctx, "failed", key) // want `rack.Put fails at once here: its context ctx was cancelled at`
			}
		})
	}
	wg.Wait()
}

// What follows is done under another.
func (k *keeper) another(ctx context.Context, keys []string) {
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for _, key := range keys {
		wg.Go(func() {
			err := k.s.Put(ctx, key, "x")
			if err != nil {
				cancel()
			}
			k.s.Put(ctx, "done", key)
			if err != nil {
				cancel()
				k.s.Put(outer, "failed", key)
			}
		})
	}
	wg.Wait()
}
