-- Lets only one transaction add a partner at a time, so that no two choose the same id.
-- name: LockPartners :exec
LOCK TABLE partner IN SHARE ROW EXCLUSIVE MODE;

-- The first free id after the largest id that has a free one after it; 1 if there are no partners.
-- Not always the largest id + 1: an operator may have used the largest allowed id.
-- name: NextPartnerID :one
SELECT (coalesce(max(p.id), 0) + 1)::bigint AS id
FROM partner AS p
WHERE p.id < @largest::bigint AND NOT EXISTS (SELECT FROM partner AS after WHERE after.id = p.id + 1);

-- name: AddPartner :exec
INSERT INTO partner (id, name, rate_limit) VALUES (@id, @name, @rate_limit);

-- name: ListPartners :many
SELECT p.id, p.name, p.rate_limit, p.created_at, p.disabled_at
FROM partner AS p
ORDER BY p.name, p.id;

-- name: RenamePartner :exec
UPDATE partner SET name = @new_name WHERE name = @name;

-- Keys that servers accept unless the partner is disabled.
-- name: CountGoodKeys :one
SELECT count(*) FROM api_key AS k WHERE k.partner_id = @partner_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());

-- name: RemovePartnerKeys :execrows
DELETE FROM api_key WHERE partner_id = @partner_id;

-- name: RemovePartner :exec
DELETE FROM partner WHERE id = @id;

-- name: SetPartnerRateLimit :exec
UPDATE partner SET rate_limit = @rate_limit WHERE name = @name;

-- name: SetPartnerDisabled :exec
UPDATE partner SET disabled_at = CASE WHEN @disabled::boolean THEN coalesce(disabled_at, now()) END WHERE name = @name;
