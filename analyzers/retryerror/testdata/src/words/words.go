// Package words looks for words in the texts of errors.
package words

import (
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
)

var final = []string{"access denied", "No such lot"}

var lower = []string{"access denied", "no such lot"}

// Open is a list that others may set.
var Open = []string{"No such lot"}

func refused(err error) bool {
	msg := strings.ToLower(err.Error())
	for _, w := range final {
		if strings.Contains(msg, w) { // want `the text of the error has been put into lower case, so it never contains "No such lot"`
			return true
		}
	}
	return false
}

func byPredicate(op func() error) error {
	return retry.Do(op, retry.Attempts(4), retry.RetryIf(func(err error) bool { return !refused(err) }))
}

func inLoop(op func() error) (err error) {
	for range 4 {
		err = op()
		if err == nil || strings.HasPrefix(strings.ToUpper(err.Error()), "DENIEd") { // want `put into upper case, so it never contains "DENIEd"`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// The case is the same, or left alone, or not known.
func right(err error) bool {
	msg := strings.ToLower(err.Error())
	for _, w := range lower {
		if strings.Contains(msg, w) {
			return true
		}
	}
	for _, w := range Open {
		if strings.Contains(msg, w) {
			return true
		}
	}
	for _, w := range final {
		if strings.Contains(msg, strings.ToLower(w)) || strings.Contains(err.Error(), w) {
			return true
		}
	}
	if len(msg) > 10 {
		msg = err.Error()
	}
	return strings.Contains(msg, "Gone")
}

func loopRight(op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil || right(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
