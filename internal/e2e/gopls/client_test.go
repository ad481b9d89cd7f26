package gopls_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// patience is how long a session waits for an answer; machines that test are busy.
const patience = 10 * time.Minute

// A session is an editor's with gopls.
type session struct {
	t      *testing.T
	in     io.WriteCloser
	stderr *bytes.Buffer
	cmd    *exec.Cmd

	mu       sync.Mutex
	settings map[string]any
	next     int
	answers  map[int]chan message
	diags    map[string]published
	changed  chan struct{} // closed and made anew at each message about diagnostics
	ended    bool
	stopped  bool
	version  map[string]int
}

// A message is any of the protocol's.
type message struct {
	ID     *json.RawMessage `json:"id,omitempty"`
	Method string           `json:"method,omitempty"`
	Params json.RawMessage  `json:"params,omitempty"`
	Result json.RawMessage  `json:"result,omitempty"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type diagnostic struct {
	Range           span   `json:"range"`
	Severity        int    `json:"severity"`
	Code            any    `json:"code"`
	Source          string `json:"source"`
	Message         string `json:"message"`
	CodeDescription struct {
		Href string `json:"href"`
	} `json:"codeDescription"`
	Related []struct {
		Location struct {
			URI   string `json:"uri"`
			Range span   `json:"range"`
		} `json:"location"`
		Message string `json:"message"`
	} `json:"relatedInformation"`

	raw json.RawMessage
}

// published is what gopls says of a file.
type published struct {
	URI         string            `json:"uri"`
	Version     int               `json:"version"`
	Diagnostics []json.RawMessage `json:"diagnostics"`
}

// start starts gopls for the workspace dir, as an editor does whose working directory is /.
func start(t *testing.T, binary, dir, cache string, settings map[string]any) *session {
	t.Helper()
	if settings == nil {
		settings = make(map[string]any)
	}
	settings["diagnosticsDelay"] = "50ms"
	cmd := exec.Command(binary)
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "GOPLSCACHE="+cache, "PWD=/", "GOFLAGS=", "GOWORK=", "GOTELEMETRY=off")
	s := &session{
		t: t, cmd: cmd, stderr: new(bytes.Buffer), settings: settings,
		answers: make(map[int]chan message), diags: make(map[string]published),
		changed: make(chan struct{}), version: make(map[string]int),
	}
	cmd.Stderr = s.stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go s.read(out)
	t.Cleanup(s.stop)
	s.call("initialize", map[string]any{
		"processId": os.Getpid(),
		"rootUri":   uri(dir),
		"workspaceFolders": []any{
			map[string]any{"uri": uri(dir), "name": "ws"},
		},
		"initializationOptions": settings,
		"capabilities": map[string]any{
			"workspace": map[string]any{"configuration": true, "didChangeConfiguration": map[string]any{"dynamicRegistration": true}},
			"textDocument": map[string]any{
				"publishDiagnostics": map[string]any{"relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true, "versionSupport": true},
				"codeAction": map[string]any{
					"dataSupport": true, "resolveSupport": map[string]any{"properties": []string{"edit"}},
					"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix"}}},
				},
			},
		},
	})
	s.notify("initialized", struct{}{})
	return s
}

func uri(file string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// stop ends the session as an editor does.
func (s *session) stop() {
	if s.t.Failed() {
		s.t.Logf("gopls' stderr:\n%s", bytes.TrimSpace(s.stderr.Bytes()))
	}
	if s.stopped {
		return
	}
	s.stopped = true
	s.send(map[string]any{"jsonrpc": "2.0", "id": 1 << 20, "method": "shutdown"})
	s.send(map[string]any{"jsonrpc": "2.0", "method": "exit"})
	timer := time.AfterFunc(20*time.Second, func() { s.cmd.Process.Kill() })
	s.cmd.Wait()
	timer.Stop()
}

func (s *session) send(v any) {
	data, err := json.Marshal(v)
	if err != nil {
		s.t.Error(err)
	}
	fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(data), data)
}

func (s *session) notify(method string, params any) {
	s.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// call sends a request and returns the result.
func (s *session) call(method string, params any) json.RawMessage {
	s.t.Helper()
	s.mu.Lock()
	s.next++
	id, c := s.next, make(chan message, 1)
	s.answers[id] = c
	s.mu.Unlock()
	s.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	select {
	case m, ok := <-c:
		if !ok {
			s.t.Fatalf("gopls ended before it answered %s:\n%s", method, s.stderr)
		}
		if m.Error != nil {
			s.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		return m.Result
	case <-time.After(patience):
		s.t.Fatalf("no answer to %s", method)
	}
	return nil
}

// read takes in what gopls says until it ends.
func (s *session) read(out io.Reader) {
	r := textproto.NewReader(bufio.NewReader(out))
	for {
		h, err := r.ReadMIMEHeader()
		if err != nil {
			break
		}
		n, err := strconv.Atoi(h.Get("Content-Length"))
		if err != nil {
			break
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(r.R, data); err != nil {
			break
		}
		var m message
		if json.Unmarshal(data, &m) == nil {
			s.take(m)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for _, c := range s.answers {
		close(c)
	}
	close(s.changed)
	s.changed = make(chan struct{})
}

// take handles one message.
func (s *session) take(m message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		var p published
		if json.Unmarshal(m.Params, &p) == nil {
			s.diags[p.URI] = p
			close(s.changed)
			s.changed = make(chan struct{})
		}
	case m.Method == "workspace/configuration":
		var p struct{ Items []any }
		json.Unmarshal(m.Params, &p)
		list := make([]any, len(p.Items))
		for i := range list {
			list[i] = s.settings
		}
		go s.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": list})
	case m.Method != "" && m.ID != nil:
		go s.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nil})
	case m.ID != nil:
		var id int
		if json.Unmarshal(*m.ID, &id) == nil && s.answers[id] != nil {
			s.answers[id] <- m
			delete(s.answers, id)
		}
	}
}

// open opens a file of the disk.
func (s *session) open(file string) {
	s.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	s.version[file] = 1
	s.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri(file), "languageId": "go", "version": 1, "text": string(text),
	}})
}

// change replaces the text of an open file in the editor, not on disk.
func (s *session) change(file, text string) {
	s.version[file]++
	s.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri(file), "version": s.version[file]},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// set changes the user's settings.
func (s *session) set(settings map[string]any) {
	settings["diagnosticsDelay"] = "50ms"
	s.mu.Lock()
	s.settings = settings
	s.mu.Unlock()
	s.notify("workspace/didChangeConfiguration", map[string]any{"settings": settings})
}

// await waits until the diagnostics of a file in its present version are as ok wants them, and
// returns these.
func (s *session) await(file string, what string, ok func([]diagnostic) bool) []diagnostic {
	s.t.Helper()
	limit := time.After(patience)
	for {
		s.mu.Lock()
		p, seen := s.diags[uri(file)]
		changed, ended := s.changed, s.ended
		s.mu.Unlock()
		var list []diagnostic
		for _, raw := range p.Diagnostics {
			d := diagnostic{raw: raw}
			if err := json.Unmarshal(raw, &d); err != nil {
				s.t.Fatal(err)
			}
			list = append(list, d)
		}
		if seen && p.Version >= s.version[file] && ok(list) {
			return list
		}
		if ended {
			s.t.Fatalf("gopls ended:\n%s", s.stderr)
		}
		select {
		case <-changed:
		case <-limit:
			s.t.Fatalf("%s: %s: not so after %v; there is\n%s", filepath.Base(file), what, patience, show(list))
		}
	}
}

// has reports whether a diagnostic of that source is there.
func has(source string) func([]diagnostic) bool {
	return func(list []diagnostic) bool {
		return slices.ContainsFunc(list, func(d diagnostic) bool { return d.Source == source })
	}
}

func not(ok func([]diagnostic) bool) func([]diagnostic) bool {
	return func(list []diagnostic) bool { return !ok(list) }
}

func show(list []diagnostic) string {
	var b bytes.Buffer
	for _, d := range list {
		fmt.Fprintf(&b, "%d:%d: %s (%s)\n", d.Range.Start.Line+1, d.Range.Start.Character+1, d.Message, d.Source)
	}
	return b.String()
}
