-- as they were made
--   
--   page
--     order: o.serial
--       project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (o.serial)::text
--         filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           contain
--             table versioned_object o
--             v: the latest version of o
with page as materialized (
      select row_number() over () as position, p.* from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (o.serial)::text as key0
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by o.serial limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer
--         table versioned_object o
--     less
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--         table versioned_object o
select (select count(*) as total
from cairn.versioned_object o
where o.artefact_id = $1::integer) - (select count(*) as total
from cairn.versioned_object o
where (o.artefact_id = $1::integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))) as total;

-- of one EHR
--   ehrUid=7d44b88c-4199-4bad-97dc-d78268e01398
--   page
--     order: o.serial
--       project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (o.serial)::text
--         filter: o.artefact_id = $integer and o.ehr_id = $uuid
--           contain
--             table versioned_object o
--             v: the latest version of o
with page as materialized (
      select row_number() over () as position, p.* from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (o.serial)::text as key0
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
where (o.artefact_id = $1::integer and o.ehr_id = $2::uuid)
order by o.serial limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id = $uuid
--         table versioned_object o
select count(*) as total
from cairn.versioned_object o
where (o.artefact_id = $1::integer and o.ehr_id = $2::uuid);

-- by a column
--   order_by=systolic
--   page
--     one after the other
--       order: k.k, o.object_id
--         project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (k.k)::text, key1 = (o.object_id)::text
--           filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             product
--               rows k
--                 project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)
--                   filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null
--                     table root r
--               v: the version of k
--               o: the object of v
--       order: null::jsonb, o.object_id
--         project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (null::jsonb)::text, key1 = (o.object_id)::text
--           filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and none of [filter: f.ehr_id = o.ehr_id and f.commit_number = v.commit_number; rows f; project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end); filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null; table root r]
--             contain
--               table versioned_object o
--               v: the latest version of o
with page as materialized (
      select row_number() over () as position, p.* from (select * from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (k.k)::text as key0, (o.object_id)::text as key1
from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null)) k
  cross join lateral (select l.object_id, l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = k.ehr_id and l.commit_number = k.commit_number offset 0) v
  cross join lateral (select b.* from cairn.versioned_object b
      where b.ehr_id = k.ehr_id and b.object_id = v.object_id offset 0) o
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by k.k, o.object_id) present union all select * from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (null::jsonb)::text as key0, (o.object_id)::text as key1
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and not exists (select from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null)) f where (f.ehr_id = o.ehr_id and f.commit_number = v.commit_number)))
order by null::jsonb nulls last, o.object_id) absent limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0, p.key1] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer
--         table versioned_object o
--     less
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--         table versioned_object o
select (select count(*) as total
from cairn.versioned_object o
where o.artefact_id = $1::integer) - (select count(*) as total
from cairn.versioned_object o
where (o.artefact_id = $1::integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))) as total;

-- by a column, then by another, descending
--   order_by=systolic,composer desc
--   page
--     one after the other
--       order: k.k, o0.k desc, o.object_id
--         project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (k.k)::text, key1 = (o0.k)::text, key2 = (o.object_id)::text
--           filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             lookup optional rows o0
--       project: k = f.k
--         filter: f.ehr_id = o.ehr_id and f.commit_number = v.commit_number
--           rows f
--             project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (((r/composer/name)) #>> '{}') collate "C"
--               filter: r.latest and r.num = 0 and r.archetype_key = 2 and ((((r/composer/name)) #>> '{}') collate "C") is not null
--                 table root r on 
--               product
--                 rows k
--                   project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)
--                     filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null
--                       table root r
--                 v: the version of k
--                 o: the object of v
--       order: null::jsonb, o0.k desc, o.object_id
--         project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (null::jsonb)::text, key1 = (o0.k)::text, key2 = (o.object_id)::text
--           filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and none of [filter: f.ehr_id = o.ehr_id and f.commit_number = v.commit_number; rows f; project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end); filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null; table root r]
--             lookup optional rows o0
--       project: k = f.k
--         filter: f.ehr_id = o.ehr_id and f.commit_number = v.commit_number
--           rows f
--             project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (((r/composer/name)) #>> '{}') collate "C"
--               filter: r.latest and r.num = 0 and r.archetype_key = 2 and ((((r/composer/name)) #>> '{}') collate "C") is not null
--                 table root r on 
--               contain
--                 table versioned_object o
--                 v: the latest version of o
with page as materialized (
      select row_number() over () as position, p.* from (select * from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (k.k)::text as key0, (o0.k)::text as key1, (o.object_id)::text as key2
from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null)) k
  cross join lateral (select l.object_id, l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = k.ehr_id and l.commit_number = k.commit_number offset 0) v
  cross join lateral (select b.* from cairn.versioned_object b
      where b.ehr_id = k.ehr_id and b.object_id = v.object_id offset 0) o
  left join lateral (select f.k as k
from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (((r.leaves -> '13')) #>> '{}') collate "C" as k
from cairn.root r
where (r.latest and r.num = 0 and r.archetype_key = 2 and ((((r.leaves -> '13')) #>> '{}') collate "C") is not null)) f
where (f.ehr_id = o.ehr_id and f.commit_number = v.commit_number)) o0 on true
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by k.k, o0.k desc nulls last, o.object_id) present union all select * from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (null::jsonb)::text as key0, (o0.k)::text as key1, (o.object_id)::text as key2
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
  left join lateral (select f.k as k
from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (((r.leaves -> '13')) #>> '{}') collate "C" as k
from cairn.root r
where (r.latest and r.num = 0 and r.archetype_key = 2 and ((((r.leaves -> '13')) #>> '{}') collate "C") is not null)) f
where (f.ehr_id = o.ehr_id and f.commit_number = v.commit_number)) o0 on true
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and not exists (select from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null)) f where (f.ehr_id = o.ehr_id and f.commit_number = v.commit_number)))
order by null::jsonb nulls last, o0.k desc nulls last, o.object_id) absent limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0, p.key1, p.key2] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer
--         table versioned_object o
--     less
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--         table versioned_object o
select (select count(*) as total
from cairn.versioned_object o
where o.artefact_id = $1::integer) - (select count(*) as total
from cairn.versioned_object o
where (o.artefact_id = $1::integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))) as total;

-- by a column that no record has
--   order_by=facility
--   page
--     order: null::text, o.object_id
--       project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (null::text)::text, key1 = (o.object_id)::text
--         filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           contain
--             table versioned_object o
--             v: the latest version of o
with page as materialized (
      select row_number() over () as position, p.* from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (null::text)::text as key0, (o.object_id)::text as key1
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by null::text nulls last, o.object_id limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0, p.key1] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer
--         table versioned_object o
--     less
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--         table versioned_object o
select (select count(*) as total
from cairn.versioned_object o
where o.artefact_id = $1::integer) - (select count(*) as total
from cairn.versioned_object o
where (o.artefact_id = $1::integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))) as total;

-- by a field of the episode
--   order_by=episode_start
--   page
--     order: (to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) collate "C", o.object_id
--       project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = ((to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) collate "C")::text, key1 = (o.object_id)::text
--         filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           lookup episode: that of o
--             contain
--               table versioned_object o
--               v: the latest version of o
with page as materialized (
      select row_number() over () as position, p.* from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, ((to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) collate "C")::text as key0, (o.object_id)::text as key1
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
  join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by (to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) collate "C", o.object_id limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0, p.key1] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer
--         table versioned_object o
--     less
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--         table versioned_object o
select (select count(*) as total
from cairn.versioned_object o
where o.artefact_id = $1::integer) - (select count(*) as total
from cairn.versioned_object o
where (o.artefact_id = $1::integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))) as total;

-- by the state
--   order_by=trunk_lifecycle_state
--   page
--     order: (case v.lifecycle when 523 then $text when 532 then $text when 553 then $text when 800 then $text when 801 then $text end) collate "C", o.object_id
--       project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = ((case v.lifecycle when 523 then $text when 532 then $text when 553 then $text when 800 then $text when 801 then $text end) collate "C")::text, key1 = (o.object_id)::text
--         filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           contain
--             table versioned_object o
--             v: the latest version of o
with page as materialized (
      select row_number() over () as position, p.* from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, ((case v.lifecycle when 523 then $1::text when 532 then $2::text when 553 then $3::text when 800 then $4::text when 801 then $5::text end) collate "C")::text as key0, (o.object_id)::text as key1
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
where (o.artefact_id = $6::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by (case v.lifecycle when 523 then $1::text when 532 then $2::text when 553 then $3::text when 800 then $4::text when 801 then $5::text end) collate "C", o.object_id limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0, p.key1] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer
--         table versioned_object o
--     less
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--         table versioned_object o
select (select count(*) as total
from cairn.versioned_object o
where o.artefact_id = $1::integer) - (select count(*) as total
from cairn.versioned_object o
where (o.artefact_id = $1::integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))) as total;

-- after a record
--   order_by=systolic&after=WyIxMjAiLCI3ZDQ0Yjg4Yy00MTk5LTRiYWQtOTdkYy1kNzgyNjhlMDEzOTgiXQ
--   page
--     one after the other
--       order: k.k, o.object_id
--         project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (k.k)::text, key1 = (o.object_id)::text
--           filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and k.k >= $jsonb and (k.k > $jsonb or (k.k = $jsonb and o.object_id > $uuid))
--             product
--               rows k
--                 project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)
--                   filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null
--                     table root r
--               v: the version of k
--               o: the object of v
--       order: null::jsonb, o.object_id
--         project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (null::jsonb)::text, key1 = (o.object_id)::text
--           filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and none of [filter: f.ehr_id = o.ehr_id and f.commit_number = v.commit_number; rows f; project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end); filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null; table root r] and null::jsonb >= $jsonb and ((null::jsonb > $jsonb or null::jsonb is null) or (null::jsonb = $jsonb and o.object_id > $uuid))
--             contain
--               table versioned_object o
--               v: the latest version of o
with page as materialized (
      select row_number() over () as position, p.* from (select * from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (k.k)::text as key0, (o.object_id)::text as key1
from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null)) k
  cross join lateral (select l.object_id, l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = k.ehr_id and l.commit_number = k.commit_number offset 0) v
  cross join lateral (select b.* from cairn.versioned_object b
      where b.ehr_id = k.ehr_id and b.object_id = v.object_id offset 0) o
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and k.k >= $2::jsonb and (k.k > $3::jsonb or (k.k = $3::jsonb and o.object_id > $4::uuid)))
order by k.k, o.object_id) present union all select * from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (null::jsonb)::text as key0, (o.object_id)::text as key1
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and not exists (select from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null)) f where (f.ehr_id = o.ehr_id and f.commit_number = v.commit_number)) and null::jsonb >= $5::jsonb and ((null::jsonb > $6::jsonb or null::jsonb is null) or (null::jsonb = $6::jsonb and o.object_id > $7::uuid)))
order by null::jsonb nulls last, o.object_id) absent limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0, p.key1] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer
--         table versioned_object o
--     less
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--         table versioned_object o
select (select count(*) as total
from cairn.versioned_object o
where o.artefact_id = $1::integer) - (select count(*) as total
from cairn.versioned_object o
where (o.artefact_id = $1::integer and o.ehr_id in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))) as total;

-- a filter and its order
--   systolic[gte]=120&order_by=systolic
--   page
--     order: k.k, o.object_id
--       project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (k.k)::text, key1 = (o.object_id)::text
--         filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           product
--             rows k
--               project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)
--                 filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null and (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) >= $jsonb
--                   table root r
--             v: the version of k
--             o: the object of v
with page as materialized (
      select row_number() over () as position, p.* from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (k.k)::text as key0, (o.object_id)::text as key1
from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null and (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) >= $1::jsonb)) k
  cross join lateral (select l.object_id, l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = k.ehr_id and l.commit_number = k.commit_number offset 0) v
  cross join lateral (select b.* from cairn.versioned_object b
      where b.ehr_id = k.ehr_id and b.object_id = v.object_id offset 0) o
where (o.artefact_id = $2::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by k.k, o.object_id limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0, p.key1] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--         product
--           rows k
--             project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)
--               filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null and (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) >= $jsonb
--                 table root r
--           v: the version of k
--           o: the object of v
select count(*) as total
from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null and (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) >= $1::jsonb)) k
  cross join lateral (select l.object_id, l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = k.ehr_id and l.commit_number = k.commit_number offset 0) v
  cross join lateral (select b.* from cairn.versioned_object b
      where b.ehr_id = k.ehr_id and b.object_id = v.object_id offset 0) o
where (o.artefact_id = $2::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable));

-- two filters
--   systolic[gte]=120&composer=x
--   page
--     order: o.serial
--       project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (o.serial)::text
--         filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and (o.ehr_id, v.commit_number) in (select ehr_id, commit_number from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (((r/composer/name)) #>> '{}') collate "C" as k from cairn.root r where (r.latest and r.num = 0 and r.archetype_key = 2 and ((((r/composer/name)) #>> '{}') collate "C") is not null and (((r/composer/name)) #>> '{}') collate "C" = $text)) f)
--           product
--             rows k
--               project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)
--                 filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null and (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) >= $jsonb
--                   table root r
--             v: the version of k
--             o: the object of v
with page as materialized (
      select row_number() over () as position, p.* from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (o.serial)::text as key0
from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null and (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) >= $1::jsonb)) k
  cross join lateral (select l.object_id, l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = k.ehr_id and l.commit_number = k.commit_number offset 0) v
  cross join lateral (select b.* from cairn.versioned_object b
      where b.ehr_id = k.ehr_id and b.object_id = v.object_id offset 0) o
where (o.artefact_id = $2::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and (o.ehr_id, v.commit_number) in (select ehr_id, commit_number from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (((r.leaves -> '13')) #>> '{}') collate "C" as k
from cairn.root r
where (r.latest and r.num = 0 and r.archetype_key = 2 and ((((r.leaves -> '13')) #>> '{}') collate "C") is not null and (((r.leaves -> '13')) #>> '{}') collate "C" = $3::text)) f))
order by o.serial limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and (o.ehr_id, v.commit_number) in (select ehr_id, commit_number from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (((r/composer/name)) #>> '{}') collate "C" as k from cairn.root r where (r.latest and r.num = 0 and r.archetype_key = 2 and ((((r/composer/name)) #>> '{}') collate "C") is not null and (((r/composer/name)) #>> '{}') collate "C" = $text)) f)
--         product
--           rows k
--             project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)
--               filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null and (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) >= $jsonb
--                 table root r
--           v: the version of k
--           o: the object of v
select count(*) as total
from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null and (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) >= $1::jsonb)) k
  cross join lateral (select l.object_id, l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = k.ehr_id and l.commit_number = k.commit_number offset 0) v
  cross join lateral (select b.* from cairn.versioned_object b
      where b.ehr_id = k.ehr_id and b.object_id = v.object_id offset 0) o
where (o.artefact_id = $2::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and (o.ehr_id, v.commit_number) in (select ehr_id, commit_number from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (((r.leaves -> '13')) #>> '{}') collate "C" as k
from cairn.root r
where (r.latest and r.num = 0 and r.archetype_key = 2 and ((((r.leaves -> '13')) #>> '{}') collate "C") is not null and (((r.leaves -> '13')) #>> '{}') collate "C" = $3::text)) f));

-- records without a value
--   systolic[exists]=false
--   page
--     order: o.serial
--       project: ehr_id = o.ehr_id, object_id = o.object_id, commit_number = v.commit_number, key0 = (o.serial)::text
--         filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and none of [filter: f.ehr_id = o.ehr_id and f.commit_number = v.commit_number; rows f; project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end); filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null; table root r]
--           contain
--             table versioned_object o
--             v: the latest version of o
with page as materialized (
      select row_number() over () as position, p.* from (select o.ehr_id as ehr_id, o.object_id as object_id, v.commit_number as commit_number, (o.serial)::text as key0
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and not exists (select from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null)) f where (f.ehr_id = o.ehr_id and f.commit_number = v.commit_number)))
order by o.serial limit 101 offset 0) p
    )
    select state.generation, records.* from cairn.dictionary_state state left join (
      select p.position, p.ehr_id, p.commit_number, array[p.key0] as keys, episode.episode_id as episode_uid,
  'E' || lpad(episode.number::text, greatest(7, length(episode.number::text)), '0') as episode_id, case when episode.active then 'active' else 'inactive' end as episode_status,
  to_char(episode.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as episode_start, coalesce(to_char(episode.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '9999-12-31 23:59:59') as episode_end, o.object_id as uid, o.serial as version_object_id,
  o.artefact_id, v.version as version_tree_id, v.system_id, v.lifecycle,
  (select f.total from cairn.finding f
   where f.ehr_id = o.ehr_id and f.object_id = o.object_id and f.version = v.version) as findings from page p
      cross join lateral (select b.* from cairn.versioned_object b
        where b.ehr_id = p.ehr_id and b.object_id = p.object_id offset 0) o
      cross join lateral (select l.version, l.system_id, l.lifecycle from cairn.version l
        where l.ehr_id = p.ehr_id and l.commit_number = p.commit_number offset 0) v join cairn.ehr episode_ehr on episode_ehr.ehr_id = o.ehr_id
  join cairn.episode episode on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)
    ) records on true order by position;
--   total
--     aggregate: total = count(*)
--       filter: o.artefact_id = $integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and none of [filter: f.ehr_id = o.ehr_id and f.commit_number = v.commit_number; rows f; project: ehr_id = r.ehr_id, commit_number = r.commit_number, k = (case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end); filter: r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> '0.0' when 'array' then r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude -> 0 else r/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null; table root r]
--         contain
--           table versioned_object o
--           v: the latest version of o
select count(*) as total
from cairn.versioned_object o
  cross join lateral (select l.version, l.system_id, l.commit_number, l.lifecycle from cairn.version l
      where l.ehr_id = o.ehr_id and l.object_id = o.object_id order by l.version desc limit 1) v
where (o.artefact_id = $1::integer and o.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and not exists (select from (select r.ehr_id as ehr_id, r.commit_number as commit_number, (case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end) as k
from cairn.root r
where (r.latest and r.archetype_key = 3 and r.via = any('{14}'::integer[]) and r.parent = 0 and r.at is null and ((case jsonb_typeof(r.leaves -> '20') when 'object' then r.leaves -> '20' -> '0.0' when 'array' then r.leaves -> '20' -> 0 else r.leaves -> '20' end)) is not null)) f where (f.ehr_id = o.ehr_id and f.commit_number = v.commit_number)));
