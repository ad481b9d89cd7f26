package api

// libIDs is generators of ids: what they give is new at each call, so that as
// an idempotency key it protects only what uses one and the same value.
// Version 3 and 5 UUIDs are made of their input and are no such keys.
func libIDs() Rows {
	return Rows{
		Makers: []Maker{
			{Fn: []string{"github.com/google/uuid.{New,NewString,NewRandom,NewRandomFromReader,NewUUID,NewV6,NewV7,NewV7FromReader}"}, Trait: TraitIdempotencyKey},
			{Fn: []string{"github.com/gofrs/uuid{,/v5}.{NewV1,NewV4}", "github.com/gofrs/uuid/v5.{NewV6,NewV7}", "github.com/satori/go.uuid.{NewV1,NewV4}"}, Trait: TraitIdempotencyKey},
			{Fn: []string{"github.com/hashicorp/go-uuid.{GenerateUUID,GenerateRandomBytes}"}, Trait: TraitIdempotencyKey},
			{Fn: []string{"github.com/oklog/ulid{,/v2}.{New,MustNew}", "github.com/oklog/ulid/v2.{Make,MustNewDefault}"}, Trait: TraitIdempotencyKey},
			{Fn: []string{"github.com/rs/xid.{New,NewWithTime}", "github.com/segmentio/ksuid.{New,NewRandom,NewRandomWithTime}"}, Trait: TraitIdempotencyKey},
			{Fn: []string{"github.com/lithammer/shortuuid{,/v3,/v4}.New", "github.com/teris-io/shortid.{Generate,MustGenerate}"}, Trait: TraitIdempotencyKey},
			{Fn: []string{"github.com/matoous/go-nanoid.{Nanoid,Generate,ID}", "github.com/matoous/go-nanoid/v2.{New,Must,Generate,MustGenerate}"}, Trait: TraitIdempotencyKey},
			{Fn: []string{"(*github.com/bwmarrin/snowflake.Node).Generate", "(*github.com/sony/sonyflake.Sonyflake).NextID"}, Trait: TraitIdempotencyKey},
			{Fn: []string{"go.mongodb.org/mongo-driver/bson/primitive.{NewObjectID,NewObjectIDFromTimestamp}", "go.mongodb.org/mongo-driver/v2/bson.{NewObjectID,NewObjectIDFromTimestamp}"}, Trait: TraitIdempotencyKey},
			{Fn: []string{"k8s.io/apimachinery/pkg/util/uuid.NewUUID", "k8s.io/apimachinery/pkg/util/rand.String"}, Trait: TraitIdempotencyKey},
		},
	}
}
