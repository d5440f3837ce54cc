package testenv

import "context"

// deleteKeys removes the keys that begin with prefix.
func deleteKeys(ctx context.Context, address, prefix string) error {
	client, err := redisClient(address)
	if err != nil {
		return err
	}
	defer client.Close()
	keys := client.Scan(ctx, 0, prefix+"*", 1000).Iterator()
	for keys.Next(ctx) {
		if err := client.Del(ctx, keys.Val()).Err(); err != nil {
			return err
		}
	}
	return keys.Err()
}
