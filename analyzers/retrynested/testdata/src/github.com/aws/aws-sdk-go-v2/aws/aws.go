package aws

type Config struct{ Region string }
type NopRetryer struct{}
