package a

import "net/http"

// A search through places, each of which may be reached in two ways: nothing is asked twice.
func anyServes(addrs []string) string {
	for _, addr := range addrs {
		if serves(addr) {
			return addr
		}
	}
	return ""
}

func serves(addr string) bool {
	for _, url := range []string{"http://" + addr, "https://" + addr} {
		resp, err := http.Get(url)
		if err == nil {
			resp.Body.Close()
			return true
		}
	}
	return false
}

// The same one is asked three times, and that three times.
func stubborn(addr string) error {
	var err error
	for range 3 {
		if err = thrice(addr); err == nil { // want `thrice → the loop tries up to 3 times by itself`
			return nil
		}
	}
	return err
}

func thrice(addr string) (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = http.Get(addr); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}
