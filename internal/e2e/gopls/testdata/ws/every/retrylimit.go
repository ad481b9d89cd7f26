package every

import (
	"context"
	"database/sql"
	"errors"
)

var errConflict = errors.New("conflict")

func (s *shop) inTx(ctx context.Context, fn func(*sql.Tx) error) error {
	err := s.once(ctx, fn)
	if errors.Is(err, errConflict) {
		return s.inTx(ctx, fn)
	}
	return err
}

func (s *shop) once(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}
