// Command labels uploads the drawings of jam labels to a print shop. It has no contexts: it is
// started by hand, does one thing after the other and ends, an interrupt ends it sooner, and the
// HTTP client gives each upload half a minute.
package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

var errUsage = errors.New("usage: labels SHOP-URL DRAWING...")

var client = &http.Client{Timeout: 30 * time.Second}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "labels:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) < 2 {
		return errUsage
	}
	shop := args[0]
	if err := open(shop); err != nil {
		return err
	}
	for _, drawing := range args[1:] {
		n, err := upload(shop, drawing)
		if err != nil {
			return fmt.Errorf("upload %s: %w", drawing, err)
		}
		fmt.Fprintf(out, "%s\t%d bytes\n", drawing, n)
	}
	return nil
}

// open asks whether the shop takes drawings today.
func open(shop string) error {
	resp, err := client.Get(shop + "/open")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the shop is closed: %s", resp.Status)
	}
	return nil
}

func upload(shop, drawing string) (int64, error) {
	f, err := os.Open(drawing)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequest(http.MethodPut, shop+"/labels/"+filepath.Base(drawing), f)
	if err != nil {
		return 0, err
	}
	req.ContentLength = info.Size()
	req.Header.Set("Content-Type", "image/svg+xml")
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return 0, fmt.Errorf("shop answered %s", resp.Status)
	}
	return info.Size(), nil
}
