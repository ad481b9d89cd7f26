// Package uploads begins uploads that have several parts.
package uploads

import (
	"context"
	"database/sql"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Nobody sees an upload that is begun and never ended.
func begin(ctx context.Context, c *s3.Client, in *s3.CreateMultipartUploadInput) (id *string, err error) {
	for range 3 {
		var out *s3.CreateMultipartUploadOutput
		if out, err = c.CreateMultipartUpload(ctx, in); err == nil {
			return out.UploadId, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A row that tells of it is there twice.
func note(ctx context.Context, db *sql.DB, size int) (err error) {
	for range 3 {
		if _, err = db.ExecContext(ctx, "INSERT INTO uploads (size) VALUES ($1)", size); err == nil { // want `INSERT INTO uploads`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
