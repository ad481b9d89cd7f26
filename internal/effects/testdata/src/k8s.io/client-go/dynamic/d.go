package dynamic

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type ResourceInterface interface {
	Create(ctx context.Context, obj *unstructured.Unstructured, sub ...string) (*unstructured.Unstructured, error)
}
