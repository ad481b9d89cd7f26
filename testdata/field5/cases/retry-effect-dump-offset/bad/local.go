package bad

import (
	"context"
	"io"
	"os"
	"path/filepath"
)

// Dir is a target on a mounted share.
type Dir struct{ Root string }

// Name implements Target.
func (d Dir) Name() string { return d.Root }

// Store implements Target.
func (d Dir) Store(ctx context.Context, name string, data io.Reader) error {
	dst := filepath.Join(d.Root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(dst), 0o750); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(dst), ".part-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := io.Copy(tmp, until{ctx, data}); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), dst)
}

type until struct {
	ctx context.Context
	r   io.Reader
}

func (u until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}
