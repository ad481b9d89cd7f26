package more

import (
	"net/http"
	"strings"
)

var hookSlots = make(chan struct{}, 100)

// Each goroutine takes a place and gives it back when its call is over.
func notifyHook(url string, body string) {
	go func() {
		hookSlots <- struct{}{}
		defer func() { <-hookSlots }()

		resp, err := http.Post(url, "application/json", strings.NewReader(body))
		if err == nil {
			resp.Body.Close()
		}
	}()
}

type hookRunner struct{ slots chan struct{} }

func newHookRunner(n int) *hookRunner { return &hookRunner{slots: make(chan struct{}, n)} }

// The same for the slots of an object.
func (h *hookRunner) run(url string) {
	go func() {
		h.slots <- struct{}{}
		defer func() { <-h.slots }()
		if resp, err := http.Get(url); err == nil {
			resp.Body.Close()
		}
	}()
}

var hookAnswers = make(chan string)

// Nobody receives from it: the goroutine stays.
func answerHook(url string) {
	go func() {
		resp, err := http.Get(url)
		if err != nil {
			hookAnswers <- err.Error() // want `stays at the send on hookAnswers for ever: nothing receives from it`
			return
		}
		resp.Body.Close()
	}()
}
