// Package bad runs the scripts of a puppet theatre. Every command is given the context of the show,
// and "wait" has it too but sleeps through: a show called off in a long wait keeps the stage
// until the wait is over.
package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Stage moves things.
type Stage interface {
	Move(ctx context.Context, puppet, place string) error
	Light(ctx context.Context, colour string) error
}

type command func(ctx context.Context, args []string) error

// Player runs scripts on a stage.
type Player struct {
	commands map[string]command
}

// NewPlayer knows the commands move, light and wait.
func NewPlayer(stage Stage) *Player {
	return &Player{commands: map[string]command{
		"move": func(ctx context.Context, args []string) error {
			if len(args) != 2 {
				return errors.New("want a puppet and a place")
			}
			return stage.Move(ctx, args[0], args[1])
		},
		"light": func(ctx context.Context, args []string) error {
			if len(args) != 1 {
				return errors.New("want a colour")
			}
			return stage.Light(ctx, args[0])
		},
		"wait": wait,
	}}
}

// Play runs a script, one command a line.
func (p *Player) Play(ctx context.Context, script string) error {
	lines := bufio.NewScanner(strings.NewReader(script))
	for n := 1; lines.Scan(); n++ {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		run, ok := p.commands[words[0]]
		if !ok {
			return fmt.Errorf("line %d: unknown command %q", n, words[0])
		}
		if err := run(ctx, words[1:]); err != nil {
			return fmt.Errorf("line %d: %s: %w", n, words[0], err)
		}
	}
	return lines.Err()
}

func wait(_ context.Context, args []string) error { // OR ignored-done
	if len(args) != 1 {
		return errors.New("want a duration")
	}
	d, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	time.Sleep(d) // EXPECT ignored-done
	return nil
}
