package a

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strconv"
	"text/tabwriter"
)

func fetch(hc *http.Client, url string) (io.ReadCloser, error) {
	resp, err := hc.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("get %s: %s", url, resp.Status)
	}
	return resp.Body, nil
}

// digest feeds one hash in all attempts, and asks it in each.
func digest(hc *http.Client, url string, out *os.File) (string, error) {
	h := sha256.New()
	var sum string
	err := again(func() error {
		if _, err := out.Seek(0, io.SeekStart); err != nil {
			return err
		}
		body, err := fetch(hc, url)
		if err != nil {
			return err
		}
		defer body.Close()
		if _, err := io.Copy(io.MultiWriter(out, h), body); err != nil { // want `each attempt writes into h, which keeps`
			return err
		}
		sum = hex.EncodeToString(h.Sum(nil))
		return nil
	})
	return sum, err
}

func digestTee(hc *http.Client, url string, out *os.File) ([]byte, error) {
	h := sha256.New()
	for range 3 {
		body, err := fetch(hc, url)
		if err != nil {
			continue
		}
		if err := out.Truncate(0); err != nil {
			return nil, err
		}
		_, err = io.Copy(out, io.TeeReader(body, h)) // want `each attempt writes into h, which keeps`
		body.Close()
		if err == nil {
			return h.Sum(nil), nil
		}
	}
	return nil, io.ErrUnexpectedEOF
}

// packed writes through a compressor that was made once.
func packed(ctx context.Context, list func(context.Context, func(string) error) error) ([]byte, error) {
	var buf bytes.Buffer
	zw := gzip.NewWriter(&buf)
	err := again(func() error {
		return list(ctx, func(line string) error {
			_, err := io.WriteString(zw, line) // want `each attempt writes into buf, which keeps`
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return buf.Bytes(), zw.Close()
}

type point struct{ X, Y int }

func encodeAll(enc *json.Encoder, ps []point) error {
	for _, p := range ps {
		if err := enc.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

func encoded(load func() ([]point, error)) ([]byte, error) {
	buf := new(bytes.Buffer)
	enc := json.NewEncoder(buf)
	err := again(func() error {
		ps, err := load()
		if err != nil {
			return err
		}
		return encodeAll(enc, ps) // want `each attempt writes into buf, which keeps`
	})
	return buf.Bytes(), err
}

func table(w io.Writer, load func() ([]point, error)) error {
	for {
		ps, err := load()
		if err != nil {
			return err
		}
		if len(ps) == 0 {
			return nil
		}
		for _, p := range ps {
			fmt.Fprintf(w, "%d\t%d\n", p.X, p.Y)
		}
	}
}

func tabled(load func() ([]point, error)) (string, error) {
	var buf bytes.Buffer
	tw := tabwriter.NewWriter(&buf, 0, 8, 1, ' ', 0)
	err := again(func() error {
		return table(tw, load) // want `each attempt writes into buf, which keeps`
	})
	tw.Flush()
	return buf.String(), err
}

// form fills one form in every attempt.
func form(hc *http.Client, url string, open func() (io.ReadCloser, error)) error {
	var body bytes.Buffer
	mw := multipart.NewWriter(&body)
	return again(func() error {
		part, err := mw.CreateFormFile("f", "f") // want `each attempt writes into body, which keeps`
		if err != nil {
			return err
		}
		src, err := open()
		if err != nil {
			return err
		}
		defer src.Close()
		if _, err := io.Copy(part, src); err != nil {
			return err
		}
		resp, err := hc.Post(url, mw.FormDataContentType(), bytes.NewReader(body.Bytes()))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// exportRows renders into the response through a writer of csv.
func exportRows(w http.ResponseWriter, load func() ([]point, error)) error {
	cw := csv.NewWriter(w)
	return again(func() error {
		ps, err := load()
		if err != nil {
			return err
		}
		for _, p := range ps {
			if err := cw.Write([]string{strconv.Itoa(p.X)}); err != nil { // want `each attempt writes into w, which keeps`
				return err
			}
		}
		cw.Flush()
		return cw.Error()
	})
}

func digestReset(hc *http.Client, url string, out *os.File) (string, error) {
	h := sha256.New()
	err := again(func() error {
		h.Reset()
		if _, err := out.Seek(0, io.SeekStart); err != nil {
			return err
		}
		body, err := fetch(hc, url)
		if err != nil {
			return err
		}
		defer body.Close()
		_, err = io.Copy(io.MultiWriter(out, h), body)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

func digestOwn(hc *http.Client, url string) (sum []byte, err error) {
	var h hash.Hash
	err = again(func() error {
		h = sha256.New()
		body, err := fetch(hc, url)
		if err != nil {
			return err
		}
		defer body.Close()
		_, err = io.Copy(io.Discard, io.TeeReader(body, h))
		return err
	})
	return h.Sum(nil), err
}

// digestResumed asks for the rest only, so the hash goes on.
func digestResumed(hc *http.Client, url string) ([]byte, error) {
	h := sha256.New()
	var done int64
	err := again(func() error {
		req, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", done))
		resp, err := hc.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		n, err := io.Copy(h, resp.Body)
		done += n
		return err
	})
	return h.Sum(nil), err
}

func packedReset(list func(func(string) error) error) ([]byte, error) {
	var buf bytes.Buffer
	zw := gzip.NewWriter(&buf)
	err := again(func() error {
		buf.Reset()
		zw.Reset(&buf)
		return list(func(line string) error {
			_, err := io.WriteString(zw, line)
			return err
		})
	})
	return buf.Bytes(), err
}

func encodedOwn(load func() ([]point, error)) ([]byte, error) {
	var out []byte
	err := again(func() error {
		var buf bytes.Buffer
		enc := json.NewEncoder(&buf)
		ps, err := load()
		if err != nil {
			return err
		}
		if err := encodeAll(enc, ps); err != nil {
			return err
		}
		out = buf.Bytes()
		return nil
	})
	return out, err
}

// progressTold prints to a terminal what each attempt does.
func progressTold(w *bufio.Writer, get func() error) error {
	return again(func() error {
		fmt.Fprintln(w, "trying")
		return get()
	})
}

// once is filled before the attempts and only read in them.
func once(hc *http.Client, url string, ps []point) error {
	var buf bytes.Buffer
	if err := encodeAll(json.NewEncoder(&buf), ps); err != nil {
		return err
	}
	return again(func() error {
		resp, err := hc.Post(url, "application/json", bytes.NewReader(buf.Bytes()))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}
