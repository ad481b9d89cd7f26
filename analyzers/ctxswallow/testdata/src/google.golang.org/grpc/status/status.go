// Package status is a stand-in.
package status

import "google.golang.org/grpc/codes"

type Status struct{}

func (s *Status) Code() codes.Code { return 0 }

func Code(err error) codes.Code { return 0 }

func FromError(err error) (*Status, bool) { return nil, false }

func Convert(err error) *Status { return nil }
