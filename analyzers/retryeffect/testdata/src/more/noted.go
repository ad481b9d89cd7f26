package more

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type booking struct {
	ID  string
	Sum int
}

var errPoor = errors.New("not enough")

type books struct {
	db  *gorm.DB
	raw *sql.DB
}

func broken(err error) bool {
	var op *net.OpError
	return errors.Is(err, sql.ErrConnDone) || errors.As(err, &op)
}

// dialled is true for connections that were never made.
func dialled(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// Blind does not look whether the note was there.
func (b *books) Blind(ctx context.Context, n booking) (err error) {
	for range 3 {
		if err = b.blind(ctx, n); err == nil || !broken(err) { // want `UpdateColumn .*is repeated by the loop`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (b *books) blind(ctx context.Context, n booking) error {
	return b.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&n).Error; err != nil {
			return err
		}
		return tx.Model(&booking{}).Where("id = ?", n.ID).UpdateColumn("sum", gorm.Expr("sum + ?", n.Sum)).Error
	})
}

// Dialled repeats where nothing was sent.
func (b *books) Dialled(ctx context.Context, n booking) (err error) {
	for range 3 {
		if err = b.blind(ctx, n); err == nil || !dialled(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Seen leaves when the note was there.
func (b *books) Seen(ctx context.Context, n booking) (err error) {
	for range 3 {
		if err = b.seen(ctx, n); err == nil || !broken(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (b *books) seen(ctx context.Context, n booking) error {
	return b.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&n)
		if res.Error != nil || res.RowsAffected < 1 {
			return res.Error
		}
		return tx.Model(&booking{}).Where("id = ?", n.ID).UpdateColumn("sum", gorm.Expr("sum + ?", n.Sum)).Error
	})
}

// Size compares what is there with what is wanted.
func (b *books) Size(ctx context.Context, n booking) (err error) {
	for range 3 {
		if err = b.size(ctx, n); err == nil || !broken(err) { // want `UPDATE sums, .*is repeated by the loop`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (b *books) size(ctx context.Context, n booking) error {
	tx, err := b.raw.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var sum int
	if err := tx.QueryRowContext(ctx, "SELECT sum FROM sums WHERE id = $1", n.ID).Scan(&sum); err != nil {
		return err
	}
	if sum < n.Sum {
		return errPoor
	}
	if _, err := tx.ExecContext(ctx, "UPDATE sums SET sum = sum - $2 WHERE id = $1", n.ID, n.Sum); err != nil {
		return err
	}
	return tx.Commit()
}

// State looks at the state of what is booked.
func (b *books) State(ctx context.Context, n booking) (err error) {
	for range 3 {
		if err = b.state(ctx, n); err == nil || !broken(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (b *books) state(ctx context.Context, n booking) error {
	tx, err := b.raw.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var state string
	if err := tx.QueryRowContext(ctx, "SELECT state FROM bookings WHERE id = $1", n.ID).Scan(&state); err != nil {
		return err
	}
	if state != "open" {
		return nil
	}
	if _, err := tx.ExecContext(ctx, "UPDATE sums SET sum = sum - $2 WHERE id = $1", n.ID, n.Sum); err != nil {
		return err
	}
	return tx.Commit()
}
