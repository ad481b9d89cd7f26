package good

import (
	"github.com/aws/aws-sdk-go-v2/aws"

	"faultfield5/cases/retry-effect-fifo-dedup/good/fifo"
)

// Connect returns a Dispatcher to the FIFO queue at url.
func Connect(cfg aws.Config, url string) *Dispatcher {
	return NewDispatcher(fifo.New(cfg, url))
}
