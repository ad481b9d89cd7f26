package api

// libQuiet is packages in which nothing matters to any rule: logging, metrics,
// tracing, codecs, text, collections, flags, test helpers. Those that send
// something by themselves (a push of metrics, an exporter) are not in it.
func libQuiet() Rows {
	return Rows{Quiet: []string{
		// logging
		"go.uber.org/zap{,/**}", "github.com/sirupsen/logrus{,/**}", "github.com/rs/zerolog{,/**}", "github.com/go-logr/**", "k8s.io/klog{,/**}", "github.com/golang/glog",
		"github.com/hashicorp/go-hclog", "github.com/inconshreveable/log15{,/**}", "github.com/apex/log{,/**}", "github.com/charmbracelet/log", "github.com/phuslu/log", "github.com/go-kit/log{,/**}", "github.com/go-kit/kit/log{,/**}",
		"golang.org/x/exp/slog{,/**}", "go.uber.org/multierr", "github.com/samber/slog-*{,/**}", "github.com/lmittmann/tint", "github.com/natefinch/lumberjack{,/**}", "gopkg.in/natefinch/lumberjack.v2", "github.com/uber-go/zap{,/**}",
		"sigs.k8s.io/controller-runtime/pkg/log{,/**}",
		// metrics and tracing
		"github.com/prometheus/client_golang/prometheus{,/promauto,/promhttp,/collectors,/internal,/testutil}", "github.com/prometheus/client_model/**", "github.com/prometheus/common/{model,expfmt}", "github.com/VictoriaMetrics/metrics", "github.com/rcrowley/go-metrics",
		"go.opentelemetry.io/otel{,/attribute,/codes,/metric,/metric/**,/trace,/trace/**,/baggage,/propagation,/semconv/**,/internal/**}", "github.com/opentracing/opentracing-go{,/**}", "go.opencensus.io/{stats,tag,trace}{,/**}", "github.com/DataDog/datadog-go{,/**}", "github.com/armon/go-metrics{,/**}", "github.com/hashicorp/go-metrics{,/**}",
		"sigs.k8s.io/controller-runtime/pkg/metrics", "k8s.io/component-base/metrics{,/**}",
		// codecs
		"google.golang.org/protobuf{,/**}", "github.com/golang/protobuf{,/**}", "github.com/gogo/protobuf{,/**}", "gopkg.in/{yaml.v2,yaml.v3,ini.v1,inf.v0}", "go.yaml.in/yaml/**", "github.com/goccy/go-yaml{,/**}", "github.com/goccy/go-json{,/**}", "sigs.k8s.io/{yaml,json}{,/**}", "github.com/ghodss/yaml",
		"github.com/json-iterator/go", "github.com/bytedance/sonic{,/**}", "github.com/segmentio/encoding/**", "github.com/tidwall/{gjson,sjson,match,pretty}", "github.com/pelletier/go-toml{,/**}", "github.com/BurntSushi/toml{,/**}", "github.com/vmihailenco/msgpack{,/**}", "github.com/fxamacker/cbor{,/**}", "github.com/ugorji/go/codec",
		"github.com/klauspost/compress/**", "github.com/golang/snappy", "github.com/pierrec/lz4{,/**}", "github.com/mailru/easyjson{,/**}", "github.com/linkedin/goavro{,/**}", "github.com/hamba/avro{,/**}", "google.golang.org/genproto{,/**}", "github.com/xeipuuv/**", "github.com/santhosh-tekuri/jsonschema{,/**}",
		// ids, errors, values
		"github.com/google/uuid", "github.com/gofrs/uuid{,/**}", "github.com/satori/go.uuid", "github.com/rs/xid", "github.com/segmentio/ksuid", "github.com/oklog/ulid{,/**}", "github.com/matoous/go-nanoid{,/**}", "github.com/pkg/errors", "github.com/cockroachdb/errors{,/**}", "github.com/hashicorp/{go-multierror,errwrap}", "github.com/shopspring/decimal",
		"github.com/cespare/xxhash{,/**}", "github.com/dustin/go-humanize{,/**}", "github.com/google/go-cmp/**", "github.com/davecgh/go-spew/**", "github.com/mitchellh/{mapstructure,copystructure,reflectwalk,go-wordwrap}", "github.com/go-viper/mapstructure{,/**}", "dario.cat/mergo", "github.com/imdario/mergo", "github.com/jinzhu/{copier,inflection,now}", "github.com/Masterminds/**",
		"github.com/iancoleman/strcase", "github.com/gobwas/glob{,/**}", "github.com/google/btree", "github.com/hashicorp/{golang-lru,go-version,hcl,go-immutable-radix,go-memdb}{,/**}", "github.com/emirpasic/gods{,/**}", "github.com/deckarep/golang-set{,/**}", "github.com/bits-and-blooms/**", "github.com/RoaringBitmap/roaring{,/**}", "github.com/fatih/{color,structs}", "github.com/mattn/{go-isatty,go-colorable,go-runewidth}",
		"github.com/aws/smithy-go{,/document,/encoding/**,/ptr,/logging,/middleware}", "github.com/aws/aws-sdk-go-v2/{aws/arn,feature/dynamodb/attributevalue,feature/dynamodb/expression}", "github.com/aws/aws-sdk-go/aws/{arn,awserr,awsutil}",
		// text and collections
		"golang.org/x/text/**", "golang.org/x/exp/{maps,slices,constraints,rand}", "golang.org/x/mod/**", "golang.org/x/tools/**", "golang.org/x/net/{html,html/**,idna,publicsuffix,http/httpguts}", "golang.org/x/crypto/{bcrypt,argon2,scrypt,blake2b,blake2s,chacha20poly1305,curve25519,ed25519,hkdf,nacl/**,pbkdf2,sha3,salsa20/**}", "golang.org/x/sys/**", "golang.org/x/term",
		"golang.org/x/image/**", "gonum.org/v1/**", "github.com/PuerkitoBio/goquery", "github.com/andybalholm/cascadia", "github.com/yuin/goldmark{,/**}", "github.com/russross/blackfriday{,/**}", "github.com/microcosm-cc/bluemonday{,/**}", "github.com/alecthomas/{chroma,participle}{,/**}", "github.com/golang-jwt/jwt{,/**}", "github.com/dgrijalva/jwt-go{,/**}", "github.com/lestrrat-go/{option,iter,strftime}{,/**}",
		// flags and configuration
		"github.com/spf13/{pflag,cast,cobra,viper,afero}{,/**}", "github.com/urfave/cli{,/**}", "github.com/alecthomas/kong{,/**}", "github.com/alecthomas/kingpin{,/**}", "github.com/jessevdk/go-flags", "github.com/peterbourgon/ff{,/**}", "github.com/kelseyhightower/envconfig", "github.com/caarlos0/env{,/**}", "github.com/joho/godotenv{,/**}", "github.com/knadh/koanf{,/**}", "github.com/ilyakaznacheev/cleanenv",
		"github.com/go-playground/{validator,locales,universal-translator}{,/**}", "github.com/go-ozzo/ozzo-validation{,/**}", "github.com/asaskevich/govalidator{,/**}",
		// tests
		"github.com/stretchr/testify/**", "github.com/onsi/{ginkgo,gomega}{,/**}", "github.com/golang/mock/**", "go.uber.org/mock/**", "github.com/matryer/is", "gotest.tools{,/**}", "github.com/frankban/quicktest{,/**}", "github.com/DATA-DOG/go-sqlmock{,/**}", "github.com/jarcoal/httpmock{,/**}", "github.com/brianvoe/gofakeit{,/**}", "go.uber.org/goleak{,/**}", "github.com/kr/{pretty,text}",
		// Kubernetes types
		"k8s.io/api/**", "k8s.io/apimachinery/pkg/{api,apis,conversion,fields,labels,runtime,selection,types,util/intstr,util/json,util/sets,util/validation,util/yaml,version}{,/**}", "k8s.io/utils/{ptr,pointer,strings}{,/**}", "k8s.io/kube-openapi/**",
	}}
}
