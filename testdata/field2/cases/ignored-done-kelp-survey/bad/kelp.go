// Package bad uploads surveys of kelp in parts. When a part fails the upload is to be
// aborted, so that nobody pays for its parts; what fails it is mostly the end of the
// context, and the abort goes out under that.
package bad

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// Uploads is the part of S3 that is used.
type Uploads interface {
	CreateMultipartUpload(context.Context, *s3.CreateMultipartUploadInput, ...func(*s3.Options)) (*s3.CreateMultipartUploadOutput, error)
	UploadPart(context.Context, *s3.UploadPartInput, ...func(*s3.Options)) (*s3.UploadPartOutput, error)
	CompleteMultipartUpload(context.Context, *s3.CompleteMultipartUploadInput, ...func(*s3.Options)) (*s3.CompleteMultipartUploadOutput, error)
	AbortMultipartUpload(context.Context, *s3.AbortMultipartUploadInput, ...func(*s3.Options)) (*s3.AbortMultipartUploadOutput, error)
}

// Survey is a recording, cut into parts.
type Survey struct {
	Key   string
	Parts [][]byte
}

// Store keeps surveys.
type Store struct {
	s3     Uploads
	bucket string
	log    *slog.Logger
}

// Put uploads the survey.
func (s *Store) Put(ctx context.Context, sv Survey) error {
	made, err := s.s3.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{
		Bucket: aws.String(s.bucket), Key: aws.String(sv.Key),
	})
	if err != nil {
		return fmt.Errorf("begin %s: %w", sv.Key, err)
	}
	if err := s.parts(ctx, sv, made.UploadId); err != nil {
		s.abort(ctx, sv.Key, made.UploadId) // OR ignored-done
		return fmt.Errorf("upload %s: %w", sv.Key, err)
	}
	return nil
}

func (s *Store) parts(ctx context.Context, sv Survey, id *string) error {
	done := make([]types.CompletedPart, 0, len(sv.Parts))
	for i, p := range sv.Parts {
		n := aws.Int32(int32(i + 1))
		out, err := s.s3.UploadPart(ctx, &s3.UploadPartInput{
			Bucket: aws.String(s.bucket), Key: aws.String(sv.Key), UploadId: id,
			PartNumber: n, Body: bytes.NewReader(p),
		})
		if err != nil {
			return fmt.Errorf("part %d: %w", *n, err)
		}
		done = append(done, types.CompletedPart{ETag: out.ETag, PartNumber: n})
	}
	_, err := s.s3.CompleteMultipartUpload(ctx, &s3.CompleteMultipartUploadInput{
		Bucket: aws.String(s.bucket), Key: aws.String(sv.Key), UploadId: id,
		MultipartUpload: &types.CompletedMultipartUpload{Parts: done},
	})
	return err
}

func (s *Store) abort(ctx context.Context, key string, id *string) { // OR ignored-done
	_, err := s.s3.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{ // EXPECT ignored-done
		Bucket: aws.String(s.bucket), Key: aws.String(key), UploadId: id, // OR ignored-done
	})
	if err != nil {
		s.log.ErrorContext(ctx, "abort upload", "key", key, "err", err)
	}
}
