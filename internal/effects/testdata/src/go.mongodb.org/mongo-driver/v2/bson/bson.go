package bson

type M map[string]any

type E struct {
	Key   string
	Value any
}

type D []E

type ObjectID [12]byte

func NewObjectID() ObjectID { return ObjectID{} }
