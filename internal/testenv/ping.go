package testenv

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

// pingPostgres connects once.
func pingPostgres(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// pingRedis connects once.
func pingRedis(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	client, err := redisClient(address)
	if err != nil {
		return err
	}
	defer client.Close()
	return client.Ping(ctx).Err()
}

// redisClient is a client of its own for one errand.
func redisClient(address string) (*redis.Client, error) {
	options, err := redis.ParseURL(address)
	if err != nil {
		return nil, err
	}
	return redis.NewClient(options), nil
}
