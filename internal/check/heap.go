package check

import "runtime"

// Heap is the bytes of the live objects on the heap.
func Heap() int {
	runtime.GC()
	runtime.GC() // the first leaves what pools hold
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}
