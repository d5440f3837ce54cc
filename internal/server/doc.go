// Package server puts the parts of the service together, and runs the service until its context
// ends.
//
//   - server.go is the way in: Run opens the parts, serves, and ends in order.
//   - connections.go bounds the connections of one address; memory.go divides the memory.
//   - stores.go opens the databases and Redis.
//   - observe.go notes each answer; ops.go and overview.go are what operators see.
//
// The package answers no partner: the package api does.
package server
