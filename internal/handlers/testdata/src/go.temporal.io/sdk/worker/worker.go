// Package worker is a stub.
package worker

type ActivityRegistry interface{ RegisterActivity(a any) }

type WorkflowRegistry interface{ RegisterWorkflow(w any) }

type Registry interface {
	ActivityRegistry
	WorkflowRegistry
}

type Worker interface {
	Registry
	Run(interrupt <-chan any) error
}
