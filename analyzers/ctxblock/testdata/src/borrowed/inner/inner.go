package inner

type Store interface {
	Load(id int) (string, error)
}
