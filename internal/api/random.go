package api

// RandomPackage reports whether a package's functions and generators give
// numbers drawn at random, by its path.
func RandomPackage(path string) bool { return path == "math/rand" || path == "math/rand/v2" }

var (
	makesGenerator = oneOf("math/rand.New", "math/rand/v2.New")
	seedsGenerator = oneOf("math/rand.NewSource", "math/rand/v2.NewPCG")
	reseeds        = oneOf("(*math/rand.Rand).Seed", "(math/rand.Source).Seed", "(math/rand.Source64).Seed", "(*math/rand/v2.PCG).Seed")
)

// MakesGenerator reports whether the function with a key makes a generator of
// random numbers from a source, its argument.
func MakesGenerator(key string) bool { return makesGenerator[key] }

// SeedsGenerator reports whether the function with a key makes a source of
// random numbers that follow from its arguments alone.
func SeedsGenerator(key string) bool { return seedsGenerator[key] }

// Reseeds reports whether the method with a key gives a generator or source
// another seed.
func Reseeds(key string) bool { return reseeds[key] }
