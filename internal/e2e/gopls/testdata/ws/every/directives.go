package every

// beat beats.
//
//faultlint:bounded
func beat(n int) int { return n + 1 }
