// Package ok follows the log of a press through a program of its own. The program is started
// without the context; it is right, since the end of the context asks it to stop first and
// kills it a little later.
package ok

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Follow calls line for each line until ctx is done.
func Follow(ctx context.Context, path string, line func(string)) error {
	cmd := exec.Command("tail", "-F", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	stop := context.AfterFunc(ctx, func() {
		_ = cmd.Process.Signal(os.Interrupt)
		time.AfterFunc(3*time.Second, func() { _ = cmd.Process.Kill() })
	})
	defer stop()
	sc := bufio.NewScanner(out)
	for sc.Scan() {
		line(sc.Text())
	}
	err = cmd.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(sc.Err(), err)
}
