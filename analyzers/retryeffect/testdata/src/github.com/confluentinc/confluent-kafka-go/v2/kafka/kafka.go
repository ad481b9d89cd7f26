// Package kafka is a stub.
package kafka

type ConfigValue any

type ConfigMap map[string]ConfigValue
