-- One line for each thing that the migrations made in this database: all of schema public but what extensions own there.
WITH owned AS (
    SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
), relation AS (
    SELECT c.* FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace
      AND c.relname NOT LIKE 'goose%'
      AND ('pg_class'::regclass, c.oid) NOT IN (SELECT classid, objid FROM owned)
)
SELECT format('%s %s %s', relkind, relname, reloptions) FROM relation
UNION ALL
SELECT format('column %s.%s %s null=%s default=%s storage=%s compression=%s: %s', c.relname, a.attname,
              format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attstorage,
              a.attcompression, col_description(c.oid, a.attnum))
FROM relation c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relkind IN ('r', 'p', 'v', 'm')
UNION ALL
SELECT format('comment %s: %s', c.relname, obj_description(c.oid, 'pg_class')) FROM relation c
UNION ALL
SELECT pg_get_indexdef(c.oid) FROM relation c WHERE c.relkind = 'i'
UNION ALL
SELECT format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
FROM relation c JOIN pg_constraint k ON k.conrelid = c.oid
UNION ALL
SELECT pg_get_triggerdef(t.oid) FROM relation c JOIN pg_trigger t ON t.tgrelid = c.oid WHERE NOT t.tgisinternal
UNION ALL
SELECT pg_get_viewdef(c.oid) FROM relation c WHERE c.relkind IN ('v', 'm')
UNION ALL
SELECT format('%s: %s', pg_get_functiondef(p.oid), obj_description(p.oid, 'pg_proc')) FROM pg_proc p
WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
  AND ('pg_proc'::regclass, p.oid) NOT IN (SELECT classid, objid FROM owned)
UNION ALL
SELECT format('type %s %s', t.typname, t.typtype) FROM pg_type t
WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd', 'r')
  AND ('pg_type'::regclass, t.oid) NOT IN (SELECT classid, objid FROM owned)
UNION ALL
SELECT format('text search configuration %s: %s as %s', c.cfgname, m.maptokentype, m.mapdict::regdictionary)
FROM pg_ts_config c JOIN pg_ts_config_map m ON m.mapcfg = c.oid
WHERE c.cfgnamespace = 'public'::regnamespace
UNION ALL
SELECT format('text search dictionary %s: %s', d.dictname, d.dictinitoption) FROM pg_ts_dict d
WHERE d.dictnamespace = 'public'::regnamespace
  AND ('pg_ts_dict'::regclass, d.oid) NOT IN (SELECT classid, objid FROM owned)
ORDER BY 1
