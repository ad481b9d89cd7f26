package a

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"sync"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
)

func walkAll(ctx context.Context, fsys fs.FS) (int, error) {
	n := 0
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return fs.SkipAll // want `fs.SkipAll ends the walk without an error when ctx is over .*, so that walkAll returns a part as the whole`
		}
		n++
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

func walkSelect(ctx context.Context, root string) ([]string, error) {
	var out []string
	if err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		select {
		case <-ctx.Done():
			return filepath.SkipAll // want `filepath.SkipAll ends the walk`
		default:
		}
		out = append(out, p)
		return nil
	}); err != nil {
		return nil, err
	}
	return out, nil
}

func rangeMap(ctx context.Context, m *sync.Map) (int, error) {
	n := 0
	m.Range(func(k, v any) bool {
		if ctx.Err() != nil {
			return false // want `false ends the walk without an error when ctx is over`
		}
		n++
		return true
	})
	return n, nil
}

func rangeMapRight(ctx context.Context, m *sync.Map) (int, error) {
	n := 0
	m.Range(func(k, v any) bool {
		if ctx.Err() != nil {
			return false
		}
		n++
		return true
	})
	return n, ctx.Err()
}

func walkRight(ctx context.Context, fsys fs.FS) (int, error) {
	n := 0
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if d.IsDir() {
			return fs.SkipDir
		}
		n++
		return nil
	})
	return n, err
}

func walkLooks(ctx context.Context, fsys fs.FS) (int, error) {
	n := 0
	_ = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return fs.SkipAll
		}
		n++
		return nil
	})
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return n, nil
}

func every(ctx context.Context, errs []error) error {
	return utilerrors.FilterOut(utilerrors.NewAggregate(errs), cutShort) // want `FilterOut removes context errors \(by cutShort\)`
}

func everyLit(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	return n, utilerrors.FilterOut(err, func(err error) bool { return errors.Is(err, context.Canceled) }) // want `FilterOut removes context errors`
}

func everyOther(ctx context.Context, errs []error) error {
	return utilerrors.FilterOut(utilerrors.NewAggregate(errs), func(err error) bool { return errors.Is(err, ErrUnknown) })
}

func everyLooks(ctx context.Context, errs []error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return utilerrors.FilterOut(utilerrors.NewAggregate(errs), cutShort)
}
