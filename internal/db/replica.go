package db

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Replica is the state of replication.
type Replica struct {
	Receiving bool          // the replica has a connection to its primary
	Behind    time.Duration // 0: it shows all that the primary had written
}

// AskReplica reads the WAL positions of both. The primary comes first, so that a replica that keeps
// up is not behind.
func AskReplica(ctx context.Context, primary, replica *Pool) (Replica, error) {
	written, err := primary.GetWritten(ctx)
	if err != nil {
		return Replica{}, fmt.Errorf("ask the primary how far it is: %w", Classify(err))
	}
	row, err := replica.DescribeReplica(ctx, written)
	if err != nil {
		return Replica{}, fmt.Errorf("ask the replica how far it is: %w", Classify(err))
	}
	if !row.Replica {
		return Replica{}, errors.New("it is no replica")
	}
	return Replica{row.Receiving, time.Duration(row.BehindSeconds * float64(time.Second))}, nil
}
