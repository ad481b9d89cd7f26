package a

import (
	"bytes"
	"context"
	"log"
	"os"
	"os/exec"
	"syscall"
	"time"
)

func askedByCancel(ctx context.Context, name string) error {
	cmd := exec.CommandContext(ctx, name)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	return cmd.Run() // want `\(\*exec.Cmd\).Run may not end when ctx does: the signal at asked.go:\d+ only asks the program to leave, and nothing kills it if it stays`
}

func askedByHook(ctx context.Context, name string) ([]byte, error) {
	var out bytes.Buffer
	cmd := exec.Command(name)
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			log.Print(err)
		}
	})
	defer stop()
	if err := cmd.Wait(); err != nil { // want `\(\*exec.Cmd\).Wait may not end when ctx does: the signal at asked.go:\d+ only asks the program to leave, and nothing kills it if it stays`
		return nil, err
	}
	return out.Bytes(), nil
}

func askedByGoroutine(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
	}()
	return cmd.Wait() // want `\(\*exec.Cmd\).Wait may not end when ctx does: the signal at asked.go:\d+ only asks the program to leave, and nothing kills it if it stays`
}

func askedAtTheEnd(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan struct{})
	var werr error
	go func() {
		werr = cmd.Wait()
		close(done)
	}()
	select {
	case <-ctx.Done():
		_ = cmd.Process.Signal(os.Interrupt)
	case <-done:
		return werr
	}
	<-done // want `receive from done may not end when ctx does: the signal at asked.go:\d+ only asks the program to leave, and nothing kills it if it stays`
	return ctx.Err()
}

func cancelWithDelay(ctx context.Context, name string) error {
	cmd := exec.CommandContext(ctx, name)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

func killedLater(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		time.AfterFunc(time.Second, func() { _ = cmd.Process.Kill() })
	})
	defer stop()
	return cmd.Wait()
}

func killedAnyway(ctx context.Context, name string) error {
	cmd := exec.CommandContext(ctx, name)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}()
	return cmd.Wait()
}

// The group is killed, by its number.
func killGroup(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer stop()
	return cmd.Wait()
}

// In a helper of the program's own.
func killAll(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

func killByHelper(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		killAll(cmd)
	}()
	return cmd.Wait()
}

// Asked, then killed, at the end of the context.
func askedThenKilled(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	select {
	case err := <-exited:
		return err
	case <-ctx.Done():
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-exited:
		case <-time.After(5 * time.Second):
			_ = cmd.Process.Kill()
			<-exited
		}
		return ctx.Err()
	}
}

// Which signal it is cannot be told.
func askedSomehow(ctx context.Context, name string, sig os.Signal) error {
	cmd := exec.CommandContext(ctx, name)
	cmd.Cancel = func() error { return cmd.Process.Signal(sig) }
	return cmd.Run()
}
