package api

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestCounts: no table has fewer keys than when it was last counted. A row that
// is lost in an edit shows up here; UPDATE=1 go test counts anew.
func TestCounts(t *testing.T) {
	counts := make(map[string]int)
	for table, keys := range keysOf(builtin()) {
		counts[strings.TrimSuffix(table, ",")] = len(keys)
	}
	name := filepath.Join("testdata", "counts.txt")
	if os.Getenv("UPDATE") != "" {
		var lines []string
		for table, n := range counts {
			lines = append(lines, fmt.Sprintf("%s: %d\n", table, n))
		}
		sort.Strings(lines)
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(strings.Join(lines, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		table, count, ok := strings.Cut(strings.TrimSpace(line), ": ")
		want, err := strconv.Atoi(count)
		if !ok || err != nil {
			t.Fatalf("%s: cannot read %q", name, line)
		}
		n++
		if got := counts[table]; got < want {
			t.Errorf("%s: %d keys, were %d (UPDATE=1 counts anew)", table, got, want)
		}
	}
	if n < 20 {
		t.Errorf("%s has %d tables", name, n)
	}
}

// TestGolden: facts that must not be lost, one for each kind of row.
func TestGolden(t *testing.T) {
	tab := Default()
	if d := tab.Driver("github.com/cenkalti/backoff/v4.Retry"); d == nil || d.Op != 0 || d.Ctx.Kind != CtxPolicy || d.Attempts != AttemptsUnbounded {
		t.Errorf("backoff.Retry: %+v", d)
	}
	if d := tab.Driver("(*github.com/aws/aws-sdk-go-v2/service/dynamodb.Client).PutItem"); d == nil || d.Attempts != 4 {
		t.Errorf("dynamodb: %+v", d)
	}
	if d := tab.Driver("(*github.com/aws/aws-sdk-go-v2/service/anything.Client).Op"); d == nil || d.Attempts != 3 || d.Lib != "(*anything.Client).Op" {
		t.Errorf("aws: %+v", d)
	}
	if c := tab.Call("(*database/sql.DB).Query"); c == nil || c.Twin != "(*database/sql.DB).QueryContext" {
		t.Errorf("Query: %+v", c)
	}
	if c := tab.Call("(*github.com/aws/aws-sdk-go/service/newone.NewOne).DoIt"); c == nil || c.Twin != "(*github.com/aws/aws-sdk-go/service/newone.NewOne).DoItWithContext" {
		t.Errorf("aws v1: %+v", c)
	}
	if c := tab.Call("(*github.com/aws/aws-sdk-go/service/s3.PutObjectInput).SetBucket"); c == nil || !c.Never {
		t.Errorf("aws v1 setter: %+v", c)
	}
	for key, want := range map[string]EffectKind{
		"(github.com/redis/go-redis/v9.cmdable).Incr":                            EffectWrite,
		"(github.com/redis/go-redis/v9.StringCmdable).Incr":                      EffectWrite,
		"(github.com/go-redis/redis/v8.Cmdable).Get":                             EffectRead,
		"(*github.com/go-redis/redis.cmdable).SetNX":                             EffectConditional,
		"(*github.com/aws/aws-sdk-go/service/sqs.SQS).SendMessageWithContext":    EffectWrite,
		"(github.com/aws/aws-sdk-go/service/sqs/sqsiface.SQSAPI).SendMessage":    EffectWrite,
		"(*github.com/aws/aws-sdk-go-v2/service/ecs.Client).ListTasks":           EffectRead,
		"github.com/stripe/stripe-go/v76/refund.New":                             EffectWrite,
		"github.com/stripe/stripe-go/refund.New":                                 EffectWrite,
		"(*github.com/google/go-github/v60/github.IssuesService).CreateComment":  EffectWrite,
		"(k8s.io/client-go/kubernetes/typed/apps/v1.DeploymentInterface).Update": EffectConditional,
		"(*gorm.io/gorm.DB).Create":                                              EffectWrite,
		"(*github.com/jackc/pgx/v5/pgxpool.Pool).Exec":                           EffectSQL,
		"net/http.Post": EffectWrite,
	} {
		if e := tab.Effect(key); e == nil || e.Kind != want {
			t.Errorf("%s: %+v, want kind %d", key, e, want)
		}
	}
	if s := tab.FieldSetting("net/http.Client.Timeout"); s == nil || s.Knob != KnobWhole {
		t.Errorf("Client.Timeout: %+v", s)
	}
	if s := tab.Setting("github.com/cenkalti/backoff/v4.WithMaxRetries"); s == nil || s.Knob != KnobRetries || s.Arg != 1 || s.Wraps != 0 {
		t.Errorf("WithMaxRetries: %+v", s)
	}
	if m := tab.HasTrait("github.com/hashicorp/go-retryablehttp.NewClient", TraitRetrying); m == nil || m.Attempts != 5 {
		t.Errorf("retryablehttp: %+v", m)
	}
	if m := tab.HasTrait("github.com/google/uuid.NewString", TraitIdempotencyKey); m == nil {
		t.Error("uuid.NewString is no key")
	}
	if h := tab.HandlerByReg("example.com/pb.RegisterGreeterServer"); h == nil || !h.RegMethods {
		t.Errorf("gRPC: %+v", h)
	}
	if o := tab.CtxOp("context.WithTimeout"); o == nil || o.Kind != CtxOpBound || o.Dur != 2 {
		t.Errorf("WithTimeout: %+v", o)
	}
	if c := tab.Carrier("*github.com/gin-gonic/gin.Context"); c == nil || c.Self != Yes || c.Live != No {
		t.Errorf("gin.Context: %+v", c)
	}
	for path, want := range map[string]bool{
		"go.uber.org/zap": true, "go.uber.org/zap/zapcore": true, "gopkg.in/yaml.v3": true, "k8s.io/api/core/v1": true, "github.com/google/uuid": true,
		"go.opentelemetry.io/otel/exporters/otlp/otlptrace": false, "github.com/prometheus/client_golang/prometheus/push": false,
		"github.com/redis/go-redis/v9": false, "example.com/zap": false, "k8s.io/apimachinery/pkg/util/wait": false,
	} {
		if got := Quiet(path); got != want {
			t.Errorf("Quiet(%q) = %v", path, got)
		}
	}
}

// What is quiet has no rows that say otherwise, but for the few packages whose
// functions register handlers or make contexts or keys.
func TestQuietHasNoRows(t *testing.T) {
	rows := builtin()
	tab := Default()
	for _, c := range rows.Calls {
		for _, k := range c.Fn {
			if pkg := splitKey(k).pkg; !c.Never && !c.Builder && tab.Quiet(pkg) {
				t.Errorf("%s is quiet, and yet %s waits", pkg, k)
			}
		}
	}
	for _, d := range rows.Drivers {
		for _, k := range d.Fn {
			if pkg := splitKey(k).pkg; tab.Quiet(pkg) {
				t.Errorf("%s is quiet, and yet %s retries", pkg, k)
			}
		}
	}
	for _, e := range rows.Effects {
		for _, k := range e.Fn {
			if pkg := splitKey(k).pkg; e.Kind != EffectLocal && e.Kind != EffectRead && tab.Quiet(pkg) {
				t.Errorf("%s is quiet, and yet %s has an effect", pkg, k)
			}
		}
	}
}

// Building the table is part of every run's start.
func TestBuildIsFast(t *testing.T) {
	best := time.Hour
	for range 3 {
		start := time.Now()
		New(builtin())
		best = min(best, time.Since(start))
	}
	if best > 500*time.Millisecond {
		t.Errorf("the table takes %v to build", best)
	}
}

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		New(builtin())
	}
}
