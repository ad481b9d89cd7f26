// Package scan is the workflow that looks at uploaded documents.
package scan

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// scanLimit covers the largest document on a slow scanner.
const scanLimit = 3 * time.Minute

// Document is what is scanned.
type Document struct {
	ID  string
	URL string
}

// Verdict is the scanner's answer.
type Verdict struct {
	Clean bool
	At    time.Time
}

// Workflow scans a document.
func Workflow(ctx workflow.Context, doc Document) (Verdict, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{ // OR retry-timeout
		StartToCloseTimeout:    scanLimit, // OR retry-timeout
		ScheduleToCloseTimeout: scanLimit, // EXPECT retry-timeout
		RetryPolicy: &temporal.RetryPolicy{ // OR retry-timeout
			InitialInterval:    5 * time.Second,
			BackoffCoefficient: 2,
			MaximumInterval:    time.Minute,
			MaximumAttempts:    4,
		},
	})
	var scanner *Scanner
	var v Verdict
	if err := workflow.ExecuteActivity(ctx, scanner.Scan, doc).Get(ctx, &v); err != nil {
		var late *temporal.TimeoutError
		if errors.As(err, &late) {
			return Verdict{}, fmt.Errorf("scan of %s took too long: %w", doc.ID, err)
		}
		return Verdict{}, fmt.Errorf("scan of %s: %w", doc.ID, err)
	}
	return v, nil
}

// Scanner runs the activity.
type Scanner struct {
	HTTP *http.Client
	Base string
}

// Scan has the scanner read the document and returns its verdict.
func (s *Scanner) Scan(ctx context.Context, doc Document) (Verdict, error) {
	log := activity.GetLogger(ctx)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base+"/scan?url="+url.QueryEscape(doc.URL), nil)
	if err != nil {
		return Verdict{}, temporal.NewNonRetryableApplicationError("bad document", "Input", err)
	}
	resp, err := s.HTTP.Do(req)
	if err != nil {
		return Verdict{}, err
	}
	defer resp.Body.Close()
	log.Info("scanned", "document", doc.ID, "status", resp.StatusCode, "attempt", activity.GetInfo(ctx).Attempt)
	switch resp.StatusCode {
	case http.StatusOK:
		return Verdict{Clean: true, At: time.Now()}, nil
	case http.StatusConflict:
		return Verdict{At: time.Now()}, nil
	}
	return Verdict{}, fmt.Errorf("scanner: %s", resp.Status)
}
