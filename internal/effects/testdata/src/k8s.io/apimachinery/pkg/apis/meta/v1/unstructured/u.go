package unstructured

type Unstructured struct{ Object map[string]any }

func (u *Unstructured) SetGenerateName(s string) {}
func (u *Unstructured) SetName(s string)         {}
