package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// cacheProg is a program for GOCACHEPROG, in the least that it takes: a build cache of this machine
// in the directory of its first argument, and one that many machines share in that of its second. It
// leaves a line in the first that says what it was asked for.
func cacheProg() {
	if err := serveCache(os.Args[1], os.Args[2], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "cacheprog:", err)
		os.Exit(1)
	}
}

type (
	cacheRequest struct {
		ID                 int64
		Command            string
		ActionID, OutputID []byte
		BodySize           int64
	}
	cacheResponse struct {
		ID            int64
		Err           string     `json:",omitempty"`
		KnownCommands []string   `json:",omitempty"`
		Miss          bool       `json:",omitempty"`
		OutputID      []byte     `json:",omitempty"`
		Size          int64      `json:",omitempty"`
		Time          *time.Time `json:",omitempty"`
		DiskPath      string     `json:",omitempty"`
	}
	cacheEntry struct {
		OutputID []byte
		Time     time.Time
		Body     []byte
	}
)

func serveCache(local, shared string, r io.Reader, w io.Writer) error {
	if err := errors.Join(os.MkdirAll(local, 0o777), os.MkdirAll(shared, 0o777)); err != nil {
		return err
	}
	var gets, fetched, misses, puts int
	dec := json.NewDecoder(bufio.NewReader(r))
	enc := json.NewEncoder(w)
	if err := enc.Encode(cacheResponse{KnownCommands: []string{"get", "put", "close"}}); err != nil {
		return err
	}
	for {
		var req cacheRequest
		if err := dec.Decode(&req); err != nil {
			return err
		}
		res := cacheResponse{ID: req.ID}
		name := fmt.Sprintf("%x", req.ActionID)
		// The body's file is named after the action, so that it is there when the entry is.
		body := filepath.Join(local, name+".body")
		switch req.Command {
		case "put":
			puts++
			e := cacheEntry{OutputID: req.OutputID, Time: time.Now()}
			if req.BodySize > 0 {
				var text string
				if err := dec.Decode(&text); err != nil {
					return err
				}
				var err error
				if e.Body, err = base64.StdEncoding.DecodeString(text); err != nil {
					return err
				}
			}
			data, err := json.Marshal(e)
			if err := errors.Join(err, os.WriteFile(body, e.Body, 0o666), replaceFile(filepath.Join(local, name), data),
				replaceFile(filepath.Join(shared, name), data)); err != nil {
				res.Err = err.Error()
			}
			res.DiskPath = body
		case "get":
			gets++
			data, err := os.ReadFile(filepath.Join(local, name))
			if err != nil {
				if data, err = os.ReadFile(filepath.Join(shared, name)); err == nil {
					fetched++
				}
			}
			var e cacheEntry
			if err != nil || json.Unmarshal(data, &e) != nil {
				misses++
				res.Miss = true
				break
			}
			if err := errors.Join(os.WriteFile(body, e.Body, 0o666), replaceFile(filepath.Join(local, name), data)); err != nil {
				res.Err = err.Error()
			}
			res.OutputID, res.Size, res.Time, res.DiskPath = e.OutputID, int64(len(e.Body)), &e.Time, body
		case "close":
			stats := fmt.Sprintf("asked %t fetched %t missed %d stored %d\n", gets > 0, fetched > 0, misses, puts)
			if err := os.WriteFile(filepath.Join(local, "stats"), []byte(stats), 0o666); err != nil {
				return err
			}
			return enc.Encode(res)
		}
		if err := enc.Encode(res); err != nil {
			return err
		}
	}
}

// replaceFile writes a file that others may be reading.
func replaceFile(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "tmp-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close(), os.Rename(f.Name(), name))
}
