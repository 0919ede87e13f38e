-- all compositions
--   SELECT c/name/value FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- one archetype
--   SELECT c/name/value FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, latest, outermost
--   rows
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = 3 and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- a composition that is asked for nothing is no table
--   SELECT o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 9, latest
--   rows
--     ["Left arm"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- nested containment
--   SELECT c/name/value, s/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS SECTION s CONTAINS OBSERVATION o
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r2.num, r3.num
--         project: c0 = r1/name/value, c1 = r2/name/value, c2 = r3/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--               contain
--                 filter: r2 inside r1
--                   roots r2 of archetypes 11, latest
--                 filter: r3 inside r2
--                   roots r3 of archetypes 9, 10, latest
--   rows
--     ["Visit 1","Vitals","Left arm"]
--     ["Visit 1","Vitals","Body temperature"]
--     ["Visit 1","Inner","Body temperature"]
select * from (
select r1.leaves ->> '75' as c0, r2.leaves ->> '75' as c1, r3.leaves ->> '75' as c2, r1.ehr_id as ehr
from cairn.root r1
  cross join cairn.root r2
  cross join cairn.root r3
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r2.archetype_key = 11 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and r3.archetype_key = any('{9,10}'::integer[]) and r3.latest and r3.ehr_id = r2.ehr_id and r3.commit_number = r2.commit_number and r3.num > r2.num and r3.num <= r2.cap and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r2.num, r3.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- as many documents as rows are wanted
--   SELECT c/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o WHERE o/name/value != 'Inner' LIMIT 3
--   nodes
--     page: skip $bigint, take $bigint, of the first 11 rows
--       order: r1.commit_number, r2.num
--         project: c0 = r1/name/value, c1 = r2/name/value, ehr = r1.ehr_id
--           filter: (r2/name/value <> $text)
--             contain
--               rows r1
--                 first 11 by the order of commits
--                   order: r1.commit_number
--                     project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time
--                       filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and some of [filter: (r2/name/value <> $text); filter: r2 inside r1; roots r2 of archetypes 9, 10, latest]
--                         roots r1 of archetypes 3, 4, 5, latest, outermost
--               filter: r2 inside r1
--                 roots r2 of archetypes 9, 10, latest
--   rows
--     ["Visit 1","Left arm"]
--     ["Visit 1","Body temperature"]
select * from (
select r1.leaves ->> '75' as c0, r2.leaves ->> '75' as c1, r1.ehr_id as ehr
from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and exists (select from cairn.root r2 where (r2.archetype_key = any('{9,10}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and (r2.leaves ->> '75' <> $1::text))))
order by r1.commit_number
limit 11) r1
  cross join cairn.root r2
where (r2.archetype_key = any('{9,10}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and (r2.leaves ->> '75' <> $1::text))
order by r1.commit_number, r2.num
limit 11
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- an abstract class
--   SELECT x/name/value, x/archetype_node_id FROM COMPOSITION c CONTAINS CARE_ENTRY x
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num
--         project: c0 = r1/name/value, c1 = case when r1.num is not null then $jsonb ->> r1.archetype_key::text end, ehr = r1.ehr_id
--           contain
--             rows document
--               first 1001 by the order of commits
--                 order: document.commit_number
--                   project: ehr_id = document.ehr_id, commit_number = document.commit_number
--                     filter: document.latest and document.num = 0 and some of [filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable); filter: r1 in the same version as document; roots r1 of archetypes 7, 9, 10, latest]
--                       table root document
--             filter: r1 in the same version as document
--               roots r1 of archetypes 7, 9, 10, latest
--   rows
--     ["Diagnosis","openEHR-EHR-EVALUATION.problem_diagnosis.v1"]
--     ["Diagnosis","openEHR-EHR-EVALUATION.problem_diagnosis.v1"]
--     ["Left arm","openEHR-EHR-OBSERVATION.blood_pressure.v2"]
--     ["Body temperature","openEHR-EHR-OBSERVATION.body_temperature.v2"]
select * from (
select r1.leaves ->> '75' as c0, case when r1.num is not null then $1::jsonb ->> r1.archetype_key::text end as c1, r1.ehr_id as ehr
from (select document.ehr_id as ehr_id, document.commit_number as commit_number
from cairn.root document
where (document.latest and document.num = 0 and exists (select from cairn.root r1 where (r1.archetype_key = any('{7,9,10}'::integer[]) and r1.latest and r1.ehr_id = document.ehr_id and r1.commit_number = document.commit_number and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))))
order by document.commit_number
limit 1001) document
  cross join cairn.root r1
where (r1.archetype_key = any('{7,9,10}'::integer[]) and r1.latest and r1.ehr_id = document.ehr_id and r1.commit_number = document.commit_number)
order by r1.commit_number, r1.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- AND inside a document
--   SELECT s/name/value, t/name/value FROM COMPOSITION c CONTAINS (SECTION s AND OBSERVATION t[openEHR-EHR-OBSERVATION.body_temperature.v2])
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r2.num, r3.num
--         project: c0 = r2/name/value, c1 = r3/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--               product
--                 filter: r2 inside r1
--                   roots r2 of archetypes 11, latest
--                 filter: r3 inside r1
--                   roots r3 of archetypes 10, latest
--   rows
--     ["Vitals","Body temperature"]
--     ["Inner","Body temperature"]
select * from (
select r2.leaves ->> '75' as c0, r3.leaves ->> '75' as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join cairn.root r2
  cross join cairn.root r3
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r2.archetype_key = 11 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and r3.archetype_key = 10 and r3.latest and r3.ehr_id = r1.ehr_id and r3.commit_number = r1.commit_number and r3.num > 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r2.num, r3.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- AND inside an EHR
--   SELECT a/name/value, b/name/value FROM EHR e CONTAINS (COMPOSITION a[openEHR-EHR-COMPOSITION.report.v1] AND COMPOSITION b)
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: e1.created_at, e1.ehr_id, r2.commit_number, r3.commit_number
--         project: c0 = r2/name/value, c1 = r3/name/value, ehr = e1.ehr_id
--           filter: e1.is_queryable
--             contain
--               table ehr e1
--               product
--                 filter: r2.ehr_id = e1.ehr_id
--                   roots r2 of archetypes 5, latest, outermost
--                 filter: r3.ehr_id = e1.ehr_id
--                   roots r3 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter","Discharge letter"]
--     ["Discharge letter","Problems"]
--     ["Discharge letter","Visit 1"]
select * from (
select r2.leaves ->> '75' as c0, r3.leaves ->> '75' as c1, e1.ehr_id as ehr
from cairn.ehr e1
  cross join cairn.root r2
  cross join cairn.root r3
where (r2.archetype_key = 5 and r2.latest and r2.num = 0 and r2.ehr_id = e1.ehr_id and r3.archetype_key = any('{3,4,5}'::integer[]) and r3.latest and r3.num = 0 and r3.ehr_id = e1.ehr_id and e1.is_queryable)
order by e1.created_at, e1.ehr_id, r2.commit_number, r3.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- OR leaves variables NULL
--   SELECT c/name/value, o/name/value, v/name/value FROM COMPOSITION c CONTAINS (OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] OR EVALUATION v)
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r2.num, r3.num
--         project: c0 = r1/name/value, c1 = r2/name/value, c2 = r3/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--               filter: ((r2.num) is not null or (r3.num) is not null)
--                 choice
--                   filter: r2 inside r1
--                     roots r2 of archetypes 9, latest
--                   filter: r3 inside r1
--                     roots r3 of archetypes 7, latest
--   rows
--     ["Discharge letter",null,"Diagnosis"]
--     ["Problems",null,"Diagnosis"]
--     ["Visit 1","Left arm",null]
select * from (
select r1.leaves ->> '75' as c0, r2.leaves ->> '75' as c1, r3.leaves ->> '75' as c2, r1.ehr_id as ehr
from cairn.root r1
  left join cairn.root r2 on (r2.archetype_key = 9 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0)
  left join cairn.root r3 on (r3.archetype_key = 7 and r3.latest and r3.ehr_id = r1.ehr_id and r3.commit_number = r1.commit_number and r3.num > 0)
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and ((r2.num) is not null or (r3.num) is not null) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r2.num, r3.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- OR of branches that contain more
--   SELECT c/name/value, s/name/value, o/name/value, v/name/value FROM COMPOSITION c CONTAINS ((SECTION s CONTAINS OBSERVATION o) OR EVALUATION v)
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r2.num, r3.num, r4.num
--         project: c0 = r1/name/value, c1 = r2/name/value, c2 = r3/name/value, c3 = r4/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--               filter: ((r2.num) is not null or (r4.num) is not null)
--                 choice
--                   contain
--                     filter: r2 inside r1
--                       roots r2 of archetypes 11, latest
--                     filter: r3 inside r2
--                       roots r3 of archetypes 9, 10, latest
--                   filter: r4 inside r1
--                     roots r4 of archetypes 7, latest
--   rows
--     ["Discharge letter",null,null,"Diagnosis"]
--     ["Problems",null,null,"Diagnosis"]
--     ["Visit 1","Vitals","Left arm",null]
--     ["Visit 1","Vitals","Body temperature",null]
--     ["Visit 1","Inner","Body temperature",null]
select * from (
select r1.leaves ->> '75' as c0, r2.leaves ->> '75' as c1, r3.leaves ->> '75' as c2, r4.leaves ->> '75' as c3, r1.ehr_id as ehr
from cairn.root r1
  left join (cairn.root r2
  cross join cairn.root r3) on (r2.archetype_key = 11 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and r3.archetype_key = any('{9,10}'::integer[]) and r3.latest and r3.ehr_id = r2.ehr_id and r3.commit_number = r2.commit_number and r3.num > r2.num and r3.num <= r2.cap)
  left join cairn.root r4 on (r4.archetype_key = 7 and r4.latest and r4.ehr_id = r1.ehr_id and r4.commit_number = r1.commit_number and r4.num > 0)
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and ((r2.num) is not null or (r4.num) is not null) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r2.num, r3.num, r4.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- OR inside an EHR
--   SELECT e/ehr_id/value, a/name/value, b/is_queryable FROM EHR e CONTAINS (COMPOSITION a OR EHR_STATUS b)
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: e1.created_at, e1.ehr_id, r2.commit_number, r3.commit_number
--         project: c0 = e1.ehr_id, c1 = r2/name/value, c2 = r3/is_queryable
--           filter: e1.is_queryable
--             contain
--               table ehr e1
--               filter: ((r2.num) is not null or (r3.num) is not null)
--                 choice
--                   filter: r2.ehr_id = e1.ehr_id
--                     roots r2 of archetypes 3, 4, 5, latest, outermost
--                   filter: r3.ehr_id = e1.ehr_id
--                     roots r3 of archetypes 6, latest, outermost
--   rows
--     ["7692c3ad-3540-4b80-ac02-0b3aee66cd88","Discharge letter",true]
--     ["7692c3ad-3540-4b80-ac02-0b3aee66cd88","Problems",true]
--     ["7692c3ad-3540-4b80-ac02-0b3aee66cd88","Visit 1",true]
--     ["2e1cfa82-b035-426c-abbd-ae632cea0705",null,true]
select * from (
select e1.ehr_id as c0, r2.leaves ->> '75' as c1, r3.leaves -> '59' as c2
from cairn.ehr e1
  left join cairn.root r2 on (r2.archetype_key = any('{3,4,5}'::integer[]) and r2.latest and r2.num = 0 and r2.ehr_id = e1.ehr_id)
  left join cairn.root r3 on (r3.archetype_key = 6 and r3.latest and r3.num = 0 and r3.ehr_id = e1.ehr_id)
where (((r2.num) is not null or (r3.num) is not null) and e1.is_queryable)
order by e1.created_at, e1.ehr_id, r2.commit_number, r3.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- NOT CONTAINS
--   SELECT c/name/value FROM COMPOSITION c NOT CONTAINS EVALUATION
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: none of [filter: r2 inside r1; roots r2 of archetypes 7, latest]
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not exists (select from cairn.root r2 where (r2.archetype_key = 7 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- NOT CONTAINS of a chain
--   SELECT c/name/value FROM COMPOSITION c NOT CONTAINS SECTION s CONTAINS OBSERVATION o
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: none of [contain; filter: r2 inside r1; roots r2 of archetypes 11, latest; filter: r3 inside r2; roots r3 of archetypes 9, 10, latest]
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not exists (select from cairn.root r2
  cross join cairn.root r3 where (r2.archetype_key = 11 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and r3.archetype_key = any('{9,10}'::integer[]) and r3.latest and r3.ehr_id = r2.ehr_id and r3.commit_number = r2.commit_number and r3.num > r2.num and r3.num <= r2.cap)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- NOT CONTAINS of an EHR
--   SELECT e/ehr_id/value FROM EHR e NOT CONTAINS COMPOSITION
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: e1.created_at, e1.ehr_id
--         project: c0 = e1.ehr_id
--           filter: e1.is_queryable
--             filter: none of [filter: r2.ehr_id = e1.ehr_id; roots r2 of archetypes 3, 4, 5, latest, outermost]
--               table ehr e1
--   rows
--     ["2e1cfa82-b035-426c-abbd-ae632cea0705"]
select * from (
select e1.ehr_id as c0
from cairn.ehr e1
where (not exists (select from cairn.root r2 where (r2.archetype_key = any('{3,4,5}'::integer[]) and r2.latest and r2.num = 0 and r2.ehr_id = e1.ehr_id)) and e1.is_queryable)
order by e1.created_at, e1.ehr_id
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- a name in the predicate of a class
--   SELECT c/uid/value FROM COMPOSITION c[name/value='Visit 1']
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/uid/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: r1/name/value = $text
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::2"]
select * from (
select r1.leaves ->> '88' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.leaves ->> '75' = $1::text and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- EHR_STATUS
--   SELECT s/subject/external_ref/id/value, s/is_queryable FROM EHR e CONTAINS EHR_STATUS s
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/subject/external_ref/id/value, c1 = r1/is_queryable, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 6, latest, outermost
--   rows
--     ["p1",true]
--     [null,true]
select * from (
select r1.leaves ->> '82' as c0, r1.leaves -> '59' as c1, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = 6 and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- FOLDER
--   SELECT f/name/value, f/items/id/value FROM FOLDER f
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num
--         project: c0 = r1/name/value, c1 = r1/items*/id/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 8, latest
--   rows
--     ["root",null]
--     ["episode","5fb2ab76-ed9b-4a03-ab19-2c48c7069359"]
select * from (
select r1.leaves ->> '75' as c0, r1.leaves ->> '67' as c1, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = 8 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- what a folder refers to
--   SELECT f/name/value, c/name/value FROM FOLDER f CONTAINS COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: e1.created_at, e1.ehr_id, r2.commit_number, r2.num, f4.place, r3.commit_number
--         project: c0 = r2/name/value, c1 = r3/name/value, ehr = e1.ehr_id
--           filter: e1.is_queryable
--             contain
--               table ehr e1
--               contain
--                 filter: r2.ehr_id = e1.ehr_id
--                   roots r2 of archetypes 8, latest
--                 roots r3 of archetypes 3, 4, 5, latest, outermost: that folder r2 refers to
--   rows
--     ["root","Visit 1"]
--     ["episode","Visit 1"]
select * from (
select r2.leaves ->> '75' as c0, r3.leaves ->> '75' as c1, e1.ehr_id as ehr
from cairn.ehr e1
  cross join cairn.root r2
  cross join (lateral (select g.ehr_id, case when split_part(e.v, '::', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(e.v, '::', 1)::uuid end as object_id, min(array[g.num, e.k::integer]) as place
    from cairn.root g cross join (values ('67')) p (key)
    cross join lateral jsonb_each_text(cairn.by_vector(g.leaves -> p.key, 1)) e (k, v)
    where (g.ehr_id = r2.ehr_id and g.commit_number = r2.commit_number and g.num between r2.num and r2.cap and g.archetype_key = 8) group by 1, 2) f4
  join cairn.version v5 on v5.ehr_id = f4.ehr_id and v5.object_id = f4.object_id
  join cairn.root r3 on r3.ehr_id = v5.ehr_id and r3.commit_number = v5.commit_number)
where (r2.archetype_key = 8 and r2.latest and r2.ehr_id = e1.ehr_id and r3.archetype_key = any('{3,4,5}'::integer[]) and r3.latest and r3.num = 0 and e1.is_queryable)
order by e1.created_at, e1.ehr_id, r2.commit_number, r2.num, f4.place, r3.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- entries of what a folder refers to
--   SELECT f/name/value, o/name/value FROM EHR e CONTAINS FOLDER f[name/value='episode'] CONTAINS COMPOSITION c CONTAINS OBSERVATION o
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: e1.created_at, e1.ehr_id, r2.commit_number, r2.num, f4.place, r3.commit_number, r6.num
--         project: c0 = r2/name/value, c1 = r6/name/value, ehr = e1.ehr_id
--           filter: e1.is_queryable
--             contain
--               table ehr e1
--               contain
--                 filter: r2.ehr_id = e1.ehr_id and r2/name/value = $text
--                   roots r2 of archetypes 8, latest
--                 contain
--                   roots r3 of archetypes 3, 4, 5, latest, outermost: that folder r2 refers to
--                   filter: r6 inside r3
--                     roots r6 of archetypes 9, 10, latest
--   rows
--     ["episode","Left arm"]
--     ["episode","Body temperature"]
select * from (
select r2.leaves ->> '75' as c0, r6.leaves ->> '75' as c1, e1.ehr_id as ehr
from cairn.ehr e1
  cross join cairn.root r2
  cross join (lateral (select g.ehr_id, case when split_part(e.v, '::', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(e.v, '::', 1)::uuid end as object_id, min(array[g.num, e.k::integer]) as place
    from cairn.root g cross join (values ('67')) p (key)
    cross join lateral jsonb_each_text(cairn.by_vector(g.leaves -> p.key, 1)) e (k, v)
    where (g.ehr_id = r2.ehr_id and g.commit_number = r2.commit_number and g.num between r2.num and r2.cap and g.archetype_key = 8) group by 1, 2) f4
  join cairn.version v5 on v5.ehr_id = f4.ehr_id and v5.object_id = f4.object_id
  join cairn.root r3 on r3.ehr_id = v5.ehr_id and r3.commit_number = v5.commit_number)
  cross join cairn.root r6
where (r2.archetype_key = 8 and r2.latest and r2.ehr_id = e1.ehr_id and r2.leaves ->> '75' = $1::text and r3.archetype_key = any('{3,4,5}'::integer[]) and r3.latest and r3.num = 0 and r6.archetype_key = any('{9,10}'::integer[]) and r6.latest and r6.ehr_id = r3.ehr_id and r6.commit_number = r3.commit_number and r6.num > 0 and e1.is_queryable)
order by e1.created_at, e1.ehr_id, r2.commit_number, r2.num, f4.place, r3.commit_number, r6.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- NOT CONTAINS of either
--   SELECT c/name/value FROM COMPOSITION c NOT CONTAINS (EVALUATION v OR SECTION s)
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: none of [filter: ((r2.num) is not null or (r3.num) is not null); choice; filter: r2 inside r1; roots r2 of archetypes 7, latest; filter: r3 inside r1; roots r3 of archetypes 11, latest]
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not exists (select from (values (1)) one
  left join cairn.root r2 on (r2.archetype_key = 7 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0)
  left join cairn.root r3 on (r3.archetype_key = 11 and r3.latest and r3.ehr_id = r1.ehr_id and r3.commit_number = r1.commit_number and r3.num > 0) where ((r2.num) is not null or (r3.num) is not null)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- folders that refer to nothing of a kind
--   SELECT f/name/value FROM FOLDER f NOT CONTAINS EVALUATION
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: e1.created_at, e1.ehr_id, r2.commit_number, r2.num
--         project: c0 = r2/name/value, ehr = e1.ehr_id
--           filter: e1.is_queryable
--             contain
--               table ehr e1
--               filter: none of [roots r3 of archetypes 7, latest: that folder r2 refers to]
--                 filter: r2.ehr_id = e1.ehr_id
--                   roots r2 of archetypes 8, latest
--   rows
--     ["root"]
--     ["episode"]
select * from (
select r2.leaves ->> '75' as c0, e1.ehr_id as ehr
from cairn.ehr e1
  cross join cairn.root r2
where (r2.archetype_key = 8 and r2.latest and r2.ehr_id = e1.ehr_id and not exists (select from (lateral (select g.ehr_id, case when split_part(e.v, '::', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(e.v, '::', 1)::uuid end as object_id, min(array[g.num, e.k::integer]) as place
    from cairn.root g cross join (values ('67')) p (key)
    cross join lateral jsonb_each_text(cairn.by_vector(g.leaves -> p.key, 1)) e (k, v)
    where (g.ehr_id = r2.ehr_id and g.commit_number = r2.commit_number and g.num between r2.num and r2.cap and g.archetype_key = 8) group by 1, 2) f4
  join cairn.version v5 on v5.ehr_id = f4.ehr_id and v5.object_id = f4.object_id
  join cairn.root r3 on r3.ehr_id = v5.ehr_id and r3.commit_number = v5.commit_number) where (r3.archetype_key = 7 and r3.latest)) and e1.is_queryable)
order by e1.created_at, e1.ehr_id, r2.commit_number, r2.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- a CLUSTER by its archetype
--   SELECT d/name/value FROM CLUSTER d[openEHR-EHR-CLUSTER.device.v1]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 2, latest
--   rows
--     ["Device"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = 2 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- leaves that roots share
--   SELECT c/language/code_string, c/category/value, c/context/setting FROM COMPOSITION c WHERE c/territory/terminology_id/value = 'ISO_3166-1' OR EXISTS c/category
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/language/code_string, c1 = r1/category/value, c2 = r1.ehr_id, c3 = r1.commit_number, c4 = r1.num, c5 = null::text, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: ((r1/territory/terminology_id/value = $text) or coalesce((r1.leaves ?| array['5', '6', '7'] or (r1/category/defining_code/code_string) is not null or (r1/category/defining_code/terminology_id/value) is not null or (r1/category/value) is not null), false))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["en","event",{"_type":"DV_CODED_TEXT","value":"home","defining_code":{"_type":"CODE_PHRASE","terminology_id":{"_type":"TERMINOLOGY_ID","value":"openehr"},"code…
--     ["en","persistent",null]
--     ["en","event",{"_type":"DV_CODED_TEXT","value":"home","defining_code":{"_type":"CODE_PHRASE","terminology_id":{"_type":"TERMINOLOGY_ID","value":"openehr"},"code…
select * from (
select coalesce(r1.leaves ->> '70', (select s.leaves ->> '70' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) as c0, coalesce(r1.leaves ->> '7', (select s.leaves ->> '7' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) as c1, r1.ehr_id as c2, r1.commit_number as c3, r1.num as c4, null::text as c5, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and ((coalesce(r1.leaves ->> '86', (select s.leaves ->> '86' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) = $1::text) or coalesce((r1.leaves ?| array['5', '6', '7'] or (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key))) is not null or (coalesce(r1.leaves -> '6', (select s.leaves -> '6' from cairn.shared_leaves s where s.shared_key = r1.shared_key))) is not null or (coalesce(r1.leaves -> '7', (select s.leaves -> '7' from cairn.shared_leaves s where s.shared_key = r1.shared_key))) is not null), false)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- leaves that roots share, of any class
--   SELECT x/archetype_details/rm_version FROM COMPOSITION c CONTAINS LOCATABLE x WHERE x/language/code_string = 'en'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r2.num, ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[2], -1)
--         project: c0 = (case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}', ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: ((case jsonb_typeof(x4.x1) when 'object' then x4.x1 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x1 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x1 -> 0 else x4.x1 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x1 end end) #>> '{}' = $text)
--               contain
--                 roots r1 of archetypes 3, 4, 5, latest, outermost
--                 filter: r2 inside or the same as r1 and (r2.num <> r1.num or not ($integer[])[m3.n] = 0)
--                   roots r2 of archetypes 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, latest: nodes at 28 paths
--   rows
select * from (
select (case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}' as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join (cairn.root r2
  cross join lateral unnest(($1::integer[])[($2::integer[])[r2.archetype_key]:($3::integer[])[r2.archetype_key]]) m3 (n)
  cross join lateral (select case ($4::integer[])[m3.n] when 0 then '0'::jsonb else r2.leaves -> (($4::integer[])[m3.n])::text end as f, left('0.0', greatest(2 * ($5::integer[])[m3.n] - 1, 0)) as zeros, coalesce(r2.leaves -> (($6::integer[])[m3.n])::text, (select s.leaves -> (($6::integer[])[m3.n])::text from cairn.shared_leaves s where s.shared_key = r2.shared_key)) as x0, coalesce(r2.leaves -> (($7::integer[])[m3.n])::text, (select s.leaves -> (($7::integer[])[m3.n])::text from cairn.shared_leaves s where s.shared_key = r2.shared_key)) as x1 offset 0) x4
  cross join lateral (select x4.zeros as at where not jsonb_typeof(x4.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x4.f) when 'object' then x4.f end) k union all select (n.i - 1) || substr(x4.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x4.f) when 'array' then x4.f end) with ordinality n (v, i)) i5)
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r2.archetype_key = any('{1,2,3,4,5,6,7,8,9,10,11}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num between r1.num and r1.cap and (r2.num <> r1.num or not ($4::integer[])[m3.n] = 0) and ((case jsonb_typeof(x4.x1) when 'object' then x4.x1 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x1 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x1 -> 0 else x4.x1 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x1 end end) #>> '{}' = $8::text) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r2.num, ($9::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), ($10::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[2], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $11::bigint
offset $12::bigint limit $13::bigint

-- events of any observation, whose node ids differ between archetypes
--   SELECT o/name/value, o/data/events/time/value FROM COMPOSITION c CONTAINS OBSERVATION o
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0
--         project: c0 = r1/name/value, c1 = s2.c1, ehr = r1.ehr_id
--           instances s2: c0 = i3.vec, c1 = coalesce(case jsonb_typeof(s2k.k32) when 'object' then s2k.k32 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k32 -> (i3.vec)[1]) when 'null' then s2k.k32 -> 0 else s2k.k32 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k32 end end, case jsonb_typeof(s2k.k51) when 'object' then s2k.k51 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k51 -> (i3.vec)[1]) when 'null' then s2k.k51 -> 0 else s2k.k51 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k51 end end)
--             vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k49) when 'object' then s2k.k49 when 'array' then null else case when s2k.k49 is not null then jsonb_build_object('0', s2k.k49) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k49) when 'array' then s2k.k49 end) with ordinality n (v, i))
--             contain
--               rows document
--                 first 1001 by the order of commits
--                   order: document.commit_number
--                     project: ehr_id = document.ehr_id, commit_number = document.commit_number
--                       filter: document.latest and document.num = 0 and some of [filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable); filter: r1 in the same version as document; roots r1 of archetypes 9, 10, latest]
--                         table root document
--               filter: r1 in the same version as document
--                 roots r1 of archetypes 9, 10, latest
--   rows
--     ["Left arm","2024-03-01T10:00:00+01:00"]
--     ["Left arm","2024-03-01T10:20:00+01:00"]
--     ["Left arm","2023-12-31T10:00:00+01:00"]
--     ["Body temperature","2024-03-01T10:05:00+01:00"]
select * from (
select r1.leaves ->> '75' as c0, s2.c1 as c1, r1.ehr_id as ehr
from (select document.ehr_id as ehr_id, document.commit_number as commit_number
from cairn.root document
where (document.latest and document.num = 0 and exists (select from cairn.root r1 where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r1.ehr_id = document.ehr_id and r1.commit_number = document.commit_number and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))))
order by document.commit_number
limit 1001) document
  cross join cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '49' as k49, r1.leaves -> '32' as k32, r1.leaves -> '51' as k51 offset 0) s2k
  cross join lateral (
    select null as c0, coalesce(s2k.k32, s2k.k51) as c1 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k49) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, coalesce(case jsonb_typeof(s2k.k32) when 'object' then s2k.k32 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k32 -> (i3.vec)[1]) when 'null' then s2k.k32 -> 0 else s2k.k32 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k32 end end, case jsonb_typeof(s2k.k51) when 'object' then s2k.k51 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k51 -> (i3.vec)[1]) when 'null' then s2k.k51 -> 0 else s2k.k51 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k51 end end) as c1 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k49) when 'object' then s2k.k49 when 'array' then null else case when s2k.k49 is not null then jsonb_build_object('0', s2k.k49) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k49) when 'array' then s2k.k49 end) with ordinality n (v, i))) i3 on true where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k49) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r1.ehr_id = document.ehr_id and r1.commit_number = document.commit_number)
order by r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- EXISTS of members with different node ids
--   SELECT o/name/value FROM OBSERVATION o WHERE EXISTS o/data/events/data/items/value/magnitude
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: coalesce(r1.leaves ?| array['21', '24', '43'], false)
--             contain
--               rows document
--                 first 1001 by the order of commits
--                   order: document.commit_number
--                     project: ehr_id = document.ehr_id, commit_number = document.commit_number
--                       filter: document.latest and document.num = 0 and some of [filter: coalesce(r1.leaves ?| array['21', '24', '43'], false) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable); filter: r1 in the same version as document; roots r1 of archetypes 9, 10, latest]
--                         table root document
--               filter: r1 in the same version as document
--                 roots r1 of archetypes 9, 10, latest
--   rows
--     ["Left arm"]
--     ["Body temperature"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from (select document.ehr_id as ehr_id, document.commit_number as commit_number
from cairn.root document
where (document.latest and document.num = 0 and exists (select from cairn.root r1 where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r1.ehr_id = document.ehr_id and r1.commit_number = document.commit_number and coalesce(r1.leaves ?| array['21', '24', '43'], false) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))))
order by document.commit_number
limit 1001) document
  cross join cairn.root r1
where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r1.ehr_id = document.ehr_id and r1.commit_number = document.commit_number and coalesce(r1.leaves ?| array['21', '24', '43'], false))
order by r1.commit_number, r1.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- a class that nobody has
--   SELECT i/name/value FROM INSTRUCTION i
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num
--         project: c0 = null::jsonb, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes that nobody has, latest
--   rows
select * from (
select null::jsonb as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{}'::integer[]) and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- ELEMENT
--   SELECT l/name/value, l/archetype_node_id, l/value/value, l/value/magnitude FROM ELEMENT l
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, ($integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), ($integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[2], -1)
--         project: c0 = (case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', c1 = case when r1.num is not null then coalesce(($text[])[($integer[])[m2.n]], (select a.archetype_id from cairn.archetype a where a.archetype_key = r1.archetype_key)) end, c2 = coalesce((case jsonb_typeof(x3.x1) when 'object' then x3.x1 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x1 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x1 -> 0 else x3.x1 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x1 end end) #>> '{}', (case jsonb_typeof(x3.x2) when 'object' then x3.x2 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x2 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x2 -> 0 else x3.x2 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x2 end end) #>> '{}'), c3 = case jsonb_typeof(x3.x3) when 'object' then x3.x3 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x3 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x3 -> 0 else x3.x3 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x3 end end, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 2, 6, 7, 9, 10, latest: nodes at 7 paths
--   rows
--     ["Group","at0002","A",null]
--     ["Problem","at0002","Diabetes",null]
--     ["Problem","at0002","Headache",null]
--     ["Systolic","at0004",null,150]
--     ["Diastolic","at0005",null,95]
--     … 12 rows
select * from (
select (case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}' as c0, case when r1.num is not null then coalesce(($1::text[])[($2::integer[])[m2.n]], (select a.archetype_id from cairn.archetype a where a.archetype_key = r1.archetype_key)) end as c1, coalesce((case jsonb_typeof(x3.x1) when 'object' then x3.x1 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x1 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x1 -> 0 else x3.x1 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x1 end end) #>> '{}', (case jsonb_typeof(x3.x2) when 'object' then x3.x2 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x2 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x2 -> 0 else x3.x2 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x2 end end) #>> '{}') as c2, case jsonb_typeof(x3.x3) when 'object' then x3.x3 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x3 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x3 -> 0 else x3.x3 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x3 end end as c3, r1.ehr_id as ehr
from (cairn.root r1
  cross join lateral unnest(($3::integer[])[($4::integer[])[r1.archetype_key]:($5::integer[])[r1.archetype_key]]) m2 (n)
  cross join lateral (select case ($6::integer[])[m2.n] when 0 then '0'::jsonb else r1.leaves -> (($6::integer[])[m2.n])::text end as f, left('0.0', greatest(2 * ($7::integer[])[m2.n] - 1, 0)) as zeros, r1.leaves -> (($8::integer[])[m2.n])::text as x0, r1.leaves -> (($9::integer[])[m2.n])::text as x1, r1.leaves -> (($10::integer[])[m2.n])::text as x2, r1.leaves -> (($11::integer[])[m2.n])::text as x3 offset 0) x3
  cross join lateral (select x3.zeros as at where not jsonb_typeof(x3.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x3.f) when 'object' then x3.f end) k union all select (n.i - 1) || substr(x3.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x3.f) when 'array' then x3.f end) with ordinality n (v, i)) i4)
where (r1.archetype_key = any('{2,6,7,9,10}'::integer[]) and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, ($12::integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), ($13::integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[2], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $14::bigint
offset $15::bigint limit $16::bigint

-- ELEMENT in a composition
--   SELECT c/name/value, l/value/magnitude FROM COMPOSITION c CONTAINS ELEMENT l WHERE l/name/value = 'Systolic'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r2.num, ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[2], -1)
--         project: c0 = r1/name/value, c1 = case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: ((case jsonb_typeof(x4.x1) when 'object' then x4.x1 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x1 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x1 -> 0 else x4.x1 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x1 end end) #>> '{}' = $text)
--               contain
--                 roots r1 of archetypes 3, 4, 5, latest, outermost
--                 filter: r2 inside or the same as r1
--                   roots r2 of archetypes 2, 6, 7, 9, 10, latest: nodes at 7 paths
--   rows
--     ["Visit 1",150]
--     ["Visit 1",120]
--     ["Visit 1",130]
select * from (
select r1.leaves ->> '75' as c0, case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join (cairn.root r2
  cross join lateral unnest(($1::integer[])[($2::integer[])[r2.archetype_key]:($3::integer[])[r2.archetype_key]]) m3 (n)
  cross join lateral (select case ($4::integer[])[m3.n] when 0 then '0'::jsonb else r2.leaves -> (($4::integer[])[m3.n])::text end as f, left('0.0', greatest(2 * ($5::integer[])[m3.n] - 1, 0)) as zeros, r2.leaves -> (($6::integer[])[m3.n])::text as x0, r2.leaves -> (($7::integer[])[m3.n])::text as x1 offset 0) x4
  cross join lateral (select x4.zeros as at where not jsonb_typeof(x4.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x4.f) when 'object' then x4.f end) k union all select (n.i - 1) || substr(x4.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x4.f) when 'array' then x4.f end) with ordinality n (v, i)) i5)
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r2.archetype_key = any('{2,6,7,9,10}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num between r1.num and r1.cap and ((case jsonb_typeof(x4.x1) when 'object' then x4.x1 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x1 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x1 -> 0 else x4.x1 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x1 end end) #>> '{}' = $8::text) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r2.num, ($9::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), ($10::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[2], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $11::bigint
offset $12::bigint limit $13::bigint

-- an at-code is looked for in its own archetype
--   SELECT l/name/value, l/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] CONTAINS ELEMENT l[at0004]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, r2.num, ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[2], -1)
--         project: c0 = (case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}', c1 = r2.ehr_id, c2 = r2.commit_number, c3 = r2.num, c4 = concat_ws('.', nullif(i5.at, ''), null::text), c5 = ($integer[])[m3.n], ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 9, latest
--               filter: r2 in the same root as r1
--                 roots r2 of archetypes 2, 9, 10, latest: nodes at 3 paths
--   rows
--     ["Systolic",{"_type":"DV_QUANTITY","magnitude":150,"units":"mm[Hg]"}]
--     ["Systolic",{"_type":"DV_QUANTITY","magnitude":120,"units":"mm[Hg]"}]
--     ["Systolic",{"_type":"DV_QUANTITY","magnitude":130,"units":"mm[Hg]"}]
select * from (
select (case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}' as c0, r2.ehr_id as c1, r2.commit_number as c2, r2.num as c3, concat_ws('.', nullif(i5.at, ''), null::text) as c4, ($1::integer[])[m3.n] as c5, r1.ehr_id as ehr
from cairn.root r1
  cross join (cairn.root r2
  cross join lateral unnest(($2::integer[])[($3::integer[])[r2.archetype_key]:($4::integer[])[r2.archetype_key]]) m3 (n)
  cross join lateral (select case ($5::integer[])[m3.n] when 0 then '0'::jsonb else r2.leaves -> (($5::integer[])[m3.n])::text end as f, left('0.0', greatest(2 * ($6::integer[])[m3.n] - 1, 0)) as zeros, r2.leaves -> (($7::integer[])[m3.n])::text as x0 offset 0) x4
  cross join lateral (select x4.zeros as at where not jsonb_typeof(x4.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x4.f) when 'object' then x4.f end) k union all select (n.i - 1) || substr(x4.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x4.f) when 'array' then x4.f end) with ordinality n (v, i)) i5)
where (r1.archetype_key = 9 and r1.latest and r2.archetype_key = any('{2,9,10}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num = r1.num and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, r2.num, ($8::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), ($9::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[2], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $10::bigint
offset $11::bigint limit $12::bigint

-- CLUSTER without archetype
--   SELECT k/name/value, k/archetype_node_id, k/items[at0001]/value/value FROM CLUSTER k
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num
--         project: c0 = r1/name/value, c1 = case when r1.num is not null then $jsonb ->> r1.archetype_key::text end, c2 = r1/items*[at0001]/value/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 2, latest
--   rows
--     ["Device","openEHR-EHR-CLUSTER.device.v1","Cuff 3"]
select * from (
select r1.leaves ->> '75' as c0, case when r1.num is not null then $1::jsonb ->> r1.archetype_key::text end as c1, r1.leaves ->> '61' as c2, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = 2 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- events of any kind
--   SELECT v/name/value, v/time/value, v/width/value FROM OBSERVATION o CONTAINS EVENT v
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, r2.num, ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1)
--         project: c0 = coalesce((case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}', (case jsonb_typeof(x4.x1) when 'object' then x4.x1 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x1 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x1 -> 0 else x4.x1 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x1 end end) #>> '{}'), c1 = case jsonb_typeof(x4.x2) when 'object' then x4.x2 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x2 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x2 -> 0 else x4.x2 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x2 end end, c2 = case jsonb_typeof(x4.x3) when 'object' then x4.x3 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x3 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x3 -> 0 else x4.x3 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x3 end end, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 9, 10, latest
--               filter: r2 inside or the same as r1
--                 roots r2 of archetypes 9, 10, latest: nodes at 2 paths
--   rows
--     ["At rest","2024-03-01T10:00:00+01:00",null]
--     ["After exercise","2024-03-01T10:20:00+01:00",null]
--     ["Lying","2023-12-31T10:00:00+01:00",null]
--     ["Any event","2024-03-01T10:05:00+01:00","PT1H"]
select * from (
select coalesce((case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}', (case jsonb_typeof(x4.x1) when 'object' then x4.x1 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x1 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x1 -> 0 else x4.x1 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x1 end end) #>> '{}') as c0, case jsonb_typeof(x4.x2) when 'object' then x4.x2 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x2 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x2 -> 0 else x4.x2 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x2 end end as c1, case jsonb_typeof(x4.x3) when 'object' then x4.x3 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x3 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x3 -> 0 else x4.x3 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x3 end end as c2, r1.ehr_id as ehr
from cairn.root r1
  cross join (cairn.root r2
  cross join lateral unnest(($1::integer[])[($2::integer[])[r2.archetype_key]:($3::integer[])[r2.archetype_key]]) m3 (n)
  cross join lateral (select case ($4::integer[])[m3.n] when 0 then '0'::jsonb else r2.leaves -> (($4::integer[])[m3.n])::text end as f, left('0', greatest(2 * ($5::integer[])[m3.n] - 1, 0)) as zeros, r2.leaves -> (($6::integer[])[m3.n])::text as x0, r2.leaves -> (($7::integer[])[m3.n])::text as x1, r2.leaves -> (($8::integer[])[m3.n])::text as x2, r2.leaves -> (($9::integer[])[m3.n])::text as x3 offset 0) x4
  cross join lateral (select x4.zeros as at where not jsonb_typeof(x4.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x4.f) when 'object' then x4.f end) k union all select (n.i - 1) || substr(x4.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x4.f) when 'array' then x4.f end) with ordinality n (v, i)) i5)
where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r2.archetype_key = any('{9,10}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num between r1.num and r1.cap and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, r2.num, ($10::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $11::bigint
offset $12::bigint limit $13::bigint

-- one kind of events
--   SELECT v/math_function/value FROM INTERVAL_EVENT v
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, ($integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1)
--         project: c0 = (case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 10, latest: nodes at 1 paths
--   rows
--     ["mean"]
select * from (
select (case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}' as c0, r1.ehr_id as ehr
from (cairn.root r1
  cross join lateral unnest(($1::integer[])[($2::integer[])[r1.archetype_key]:($3::integer[])[r1.archetype_key]]) m2 (n)
  cross join lateral (select case ($4::integer[])[m2.n] when 0 then '0'::jsonb else r1.leaves -> (($4::integer[])[m2.n])::text end as f, left('0', greatest(2 * ($5::integer[])[m2.n] - 1, 0)) as zeros, r1.leaves -> (($6::integer[])[m2.n])::text as x0 offset 0) x3
  cross join lateral (select x3.zeros as at where not jsonb_typeof(x3.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x3.f) when 'object' then x3.f end) k union all select (n.i - 1) || substr(x3.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x3.f) when 'array' then x3.f end) with ordinality n (v, i)) i4)
where (r1.archetype_key = 10 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, ($7::integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $8::bigint
offset $9::bigint limit $10::bigint

-- ITEM_TREE in an event
--   SELECT v/name/value, t/name/value, t/items[at0004]/value/magnitude FROM EVENT v CONTAINS ITEM_TREE t
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, ($integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), r5.num, ($integer[])[m6.n], coalesce((string_to_array(i8.at, '.')::integer[])[1], -1), ($integer[])[m6.n], coalesce((string_to_array(i8.at, '.')::integer[])[2], -1), s10.c0
--         project: c0 = coalesce((case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', (case jsonb_typeof(x3.x1) when 'object' then x3.x1 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x1 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x1 -> 0 else x3.x1 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x1 end end) #>> '{}'), c1 = (case jsonb_typeof(x7.x0) when 'object' then x7.x0 -> i8.at when 'array' then case when i8.at = split_part(i8.at, '.', 1) || substr(x7.zeros, 2) then case jsonb_typeof(x7.x0 -> split_part(i8.at, '.', 1)::integer) when 'null' then x7.x0 -> 0 else x7.x0 -> split_part(i8.at, '.', 1)::integer end end else case when i8.at = x7.zeros then x7.x0 end end) #>> '{}', c2 = s10.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s10: c0 = i11.vec, c1 = case jsonb_typeof(s10k.k1073741831) when 'object' then s10k.k1073741831 -> array_to_string(i11.vec, '.') when 'array' then case when 0 = all((i11.vec)[2:]) then case jsonb_typeof(s10k.k1073741831 -> (i11.vec)[1]) when 'null' then s10k.k1073741831 -> 0 else s10k.k1073741831 -> (i11.vec)[1] end end else case when 0 = all(i11.vec) then s10k.k1073741831 end end
--               vectors i11: select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s10k.k1073741830) when 'object' then s10k.k1073741830 when 'array' then null else case when s10k.k1073741830 is not null then jsonb_build_object('0', s10k.k1073741830) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s10k.k1073741830) when 'array' then s10k.k1073741830 end) with ordinality n (v, i)
--               contain
--                 roots r1 of archetypes 9, 10, latest: nodes at 2 paths
--                 filter: ((r5 in the same root as r1 and ($integer[])[m2.n] = any(($integer[])[($integer[])[m6.n]:($integer[])[m6.n]]) and (string_to_array(i8.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[])) or (r5 in the same version as r1 and exists (select from cairn.root h9 where (h9 in the same version as r1 and h9.parent = r1.num and h9.via = any(($integer[])[($integer[])[m2.n]:($integer[])[m2.n]]) and case coalesce(h9.at, '') when '' then 0 = all((string_to_array(i4.at, '.')::integer[])) else (string_to_array(h9.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[]) end and r5.num between h9.num and h9.cap))))
--                   roots r5 of archetypes 1, 6, 7, 9, 10, latest: nodes at 6 paths
--   rows
--     ["At rest","Tree",150]
--     ["After exercise","Tree",120]
--     ["Lying","Tree",130]
--     ["Any event","Tree",37.5]
select * from (
select coalesce((case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', (case jsonb_typeof(x3.x1) when 'object' then x3.x1 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x1 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x1 -> 0 else x3.x1 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x1 end end) #>> '{}') as c0, (case jsonb_typeof(x7.x0) when 'object' then x7.x0 -> i8.at when 'array' then case when i8.at = split_part(i8.at, '.', 1) || substr(x7.zeros, 2) then case jsonb_typeof(x7.x0 -> split_part(i8.at, '.', 1)::integer) when 'null' then x7.x0 -> 0 else x7.x0 -> split_part(i8.at, '.', 1)::integer end end else case when i8.at = x7.zeros then x7.x0 end end) #>> '{}' as c1, s10.c1 as c2, r1.ehr_id as ehr
from (cairn.root r1
  cross join lateral unnest(($1::integer[])[($2::integer[])[r1.archetype_key]:($3::integer[])[r1.archetype_key]]) m2 (n)
  cross join lateral (select case ($4::integer[])[m2.n] when 0 then '0'::jsonb else r1.leaves -> (($4::integer[])[m2.n])::text end as f, left('0', greatest(2 * ($5::integer[])[m2.n] - 1, 0)) as zeros, r1.leaves -> (($6::integer[])[m2.n])::text as x0, r1.leaves -> (($7::integer[])[m2.n])::text as x1 offset 0) x3
  cross join lateral (select x3.zeros as at where not jsonb_typeof(x3.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x3.f) when 'object' then x3.f end) k union all select (n.i - 1) || substr(x3.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x3.f) when 'array' then x3.f end) with ordinality n (v, i)) i4)
  cross join (cairn.root r5
  cross join lateral unnest(($8::integer[])[($9::integer[])[r5.archetype_key]:($10::integer[])[r5.archetype_key]]) m6 (n)
  cross join lateral (select case ($11::integer[])[m6.n] when 0 then '0'::jsonb else r5.leaves -> (($11::integer[])[m6.n])::text end as f, left('0', greatest(2 * ($12::integer[])[m6.n] - 1, 0)) as zeros, r5.leaves -> (($13::integer[])[m6.n])::text as x0, r5.leaves -> (($14::integer[])[m6.n])::text as x1, r5.leaves -> (($15::integer[])[m6.n])::text as x2 offset 0) x7
  cross join lateral (select x7.zeros as at where not jsonb_typeof(x7.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x7.f) when 'object' then x7.f end) k union all select (n.i - 1) || substr(x7.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x7.f) when 'array' then x7.f end) with ordinality n (v, i)) i8)
  cross join lateral (select case when jsonb_typeof(x7.x1) in ('array', 'object') then case i8.at when '' then x7.x1 else (select jsonb_object_agg(substr(e.k, length(i8.at) + 2), e.v) from jsonb_each(cairn.by_vector(x7.x1, 1 + (length(x7.zeros) + 1) / 2)) e (k, v) where starts_with(e.k, i8.at || '.')) end else case when i8.at = x7.zeros then x7.x1 end end as k1073741830, case when jsonb_typeof(x7.x2) in ('array', 'object') then case i8.at when '' then x7.x2 else (select jsonb_object_agg(substr(e.k, length(i8.at) + 2), e.v) from jsonb_each(cairn.by_vector(x7.x2, 1 + (length(x7.zeros) + 1) / 2)) e (k, v) where starts_with(e.k, i8.at || '.')) end else case when i8.at = x7.zeros then x7.x2 end end as k1073741831 offset 0) s10k
  cross join lateral (
    select null as c0, s10k.k1073741831 as c1 where (jsonb_typeof(s10k.k1073741830) in ('array', 'object')) is not true
    union all
    select i11.vec as c0, case jsonb_typeof(s10k.k1073741831) when 'object' then s10k.k1073741831 -> array_to_string(i11.vec, '.') when 'array' then case when 0 = all((i11.vec)[2:]) then case jsonb_typeof(s10k.k1073741831 -> (i11.vec)[1]) when 'null' then s10k.k1073741831 -> 0 else s10k.k1073741831 -> (i11.vec)[1] end end else case when 0 = all(i11.vec) then s10k.k1073741831 end end as c1 from (values (1)) one 
      left join lateral (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s10k.k1073741830) when 'object' then s10k.k1073741830 when 'array' then null else case when s10k.k1073741830 is not null then jsonb_build_object('0', s10k.k1073741830) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s10k.k1073741830) when 'array' then s10k.k1073741830 end) with ordinality n (v, i)) i11 on true where (jsonb_typeof(s10k.k1073741830) in ('array', 'object')) is true
  ) s10
where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r5.archetype_key = any('{1,6,7,9,10}'::integer[]) and r5.latest and ((r5.ehr_id = r1.ehr_id and r5.commit_number = r1.commit_number and r5.num = r1.num and ($16::integer[])[m2.n] = any(($17::integer[])[($18::integer[])[m6.n]:($19::integer[])[m6.n]]) and (string_to_array(i8.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[])) or (r5.ehr_id = r1.ehr_id and r5.commit_number = r1.commit_number and exists (select from cairn.root h9 where (h9.ehr_id = r1.ehr_id and h9.commit_number = r1.commit_number and h9.parent = r1.num and h9.via = any(($20::integer[])[($21::integer[])[m2.n]:($22::integer[])[m2.n]]) and case coalesce(h9.at, '') when '' then 0 = all((string_to_array(i4.at, '.')::integer[])) else (string_to_array(h9.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[]) end and r5.num between h9.num and h9.cap)))) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, ($23::integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), r5.num, ($24::integer[])[m6.n], coalesce((string_to_array(i8.at, '.')::integer[])[1], -1), ($25::integer[])[m6.n], coalesce((string_to_array(i8.at, '.')::integer[])[2], -1), s10.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $26::bigint
offset $27::bigint limit $28::bigint

-- a node inside a node
--   SELECT v/name/value, l/value/magnitude FROM EVENT v CONTAINS ELEMENT l ORDER BY l/value/magnitude DESC
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: case jsonb_typeof(x7.x0) when 'object' then x7.x0 -> i8.at when 'array' then case when i8.at = split_part(i8.at, '.', 1) || substr(x7.zeros, 2) then case jsonb_typeof(x7.x0 -> split_part(i8.at, '.', 1)::integer) when 'null' then x7.x0 -> 0 else x7.x0 -> split_part(i8.at, '.', 1)::integer end end else case when i8.at = x7.zeros then x7.x0 end end desc, r1.commit_number, r1.num, ($integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), r5.num, ($integer[])[m6.n], coalesce((string_to_array(i8.at, '.')::integer[])[1], -1), ($integer[])[m6.n], coalesce((string_to_array(i8.at, '.')::integer[])[2], -1)
--         project: c0 = coalesce((case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', (case jsonb_typeof(x3.x1) when 'object' then x3.x1 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x1 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x1 -> 0 else x3.x1 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x1 end end) #>> '{}'), c1 = case jsonb_typeof(x7.x0) when 'object' then x7.x0 -> i8.at when 'array' then case when i8.at = split_part(i8.at, '.', 1) || substr(x7.zeros, 2) then case jsonb_typeof(x7.x0 -> split_part(i8.at, '.', 1)::integer) when 'null' then x7.x0 -> 0 else x7.x0 -> split_part(i8.at, '.', 1)::integer end end else case when i8.at = x7.zeros then x7.x0 end end, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 9, 10, latest: nodes at 2 paths
--               filter: ((r5 in the same root as r1 and ($integer[])[m2.n] = any(($integer[])[($integer[])[m6.n]:($integer[])[m6.n]]) and (string_to_array(i8.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[])) or (r5 in the same version as r1 and exists (select from cairn.root h9 where (h9 in the same version as r1 and h9.parent = r1.num and h9.via = any(($integer[])[($integer[])[m2.n]:($integer[])[m2.n]]) and case coalesce(h9.at, '') when '' then 0 = all((string_to_array(i4.at, '.')::integer[])) else (string_to_array(h9.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[]) end and r5.num between h9.num and h9.cap))))
--                 roots r5 of archetypes 2, 6, 7, 9, 10, latest: nodes at 7 paths
--   rows
--     ["At rest",150]
--     ["Lying",130]
--     ["After exercise",120]
--     ["At rest",95]
--     ["Lying",80]
--     … 6 rows
select * from (
select coalesce((case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', (case jsonb_typeof(x3.x1) when 'object' then x3.x1 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x1 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x1 -> 0 else x3.x1 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x1 end end) #>> '{}') as c0, case jsonb_typeof(x7.x0) when 'object' then x7.x0 -> i8.at when 'array' then case when i8.at = split_part(i8.at, '.', 1) || substr(x7.zeros, 2) then case jsonb_typeof(x7.x0 -> split_part(i8.at, '.', 1)::integer) when 'null' then x7.x0 -> 0 else x7.x0 -> split_part(i8.at, '.', 1)::integer end end else case when i8.at = x7.zeros then x7.x0 end end as c1, r1.ehr_id as ehr
from (cairn.root r1
  cross join lateral unnest(($1::integer[])[($2::integer[])[r1.archetype_key]:($3::integer[])[r1.archetype_key]]) m2 (n)
  cross join lateral (select case ($4::integer[])[m2.n] when 0 then '0'::jsonb else r1.leaves -> (($4::integer[])[m2.n])::text end as f, left('0', greatest(2 * ($5::integer[])[m2.n] - 1, 0)) as zeros, r1.leaves -> (($6::integer[])[m2.n])::text as x0, r1.leaves -> (($7::integer[])[m2.n])::text as x1 offset 0) x3
  cross join lateral (select x3.zeros as at where not jsonb_typeof(x3.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x3.f) when 'object' then x3.f end) k union all select (n.i - 1) || substr(x3.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x3.f) when 'array' then x3.f end) with ordinality n (v, i)) i4)
  cross join (cairn.root r5
  cross join lateral unnest(($8::integer[])[($9::integer[])[r5.archetype_key]:($10::integer[])[r5.archetype_key]]) m6 (n)
  cross join lateral (select case ($11::integer[])[m6.n] when 0 then '0'::jsonb else r5.leaves -> (($11::integer[])[m6.n])::text end as f, left('0.0', greatest(2 * ($12::integer[])[m6.n] - 1, 0)) as zeros, r5.leaves -> (($13::integer[])[m6.n])::text as x0 offset 0) x7
  cross join lateral (select x7.zeros as at where not jsonb_typeof(x7.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x7.f) when 'object' then x7.f end) k union all select (n.i - 1) || substr(x7.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x7.f) when 'array' then x7.f end) with ordinality n (v, i)) i8)
where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r5.archetype_key = any('{2,6,7,9,10}'::integer[]) and r5.latest and ((r5.ehr_id = r1.ehr_id and r5.commit_number = r1.commit_number and r5.num = r1.num and ($14::integer[])[m2.n] = any(($15::integer[])[($16::integer[])[m6.n]:($17::integer[])[m6.n]]) and (string_to_array(i8.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[])) or (r5.ehr_id = r1.ehr_id and r5.commit_number = r1.commit_number and exists (select from cairn.root h9 where (h9.ehr_id = r1.ehr_id and h9.commit_number = r1.commit_number and h9.parent = r1.num and h9.via = any(($18::integer[])[($19::integer[])[m2.n]:($20::integer[])[m2.n]]) and case coalesce(h9.at, '') when '' then 0 = all((string_to_array(i4.at, '.')::integer[])) else (string_to_array(h9.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[]) end and r5.num between h9.num and h9.cap)))) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by case jsonb_typeof(x7.x0) when 'object' then x7.x0 -> i8.at when 'array' then case when i8.at = split_part(i8.at, '.', 1) || substr(x7.zeros, 2) then case jsonb_typeof(x7.x0 -> split_part(i8.at, '.', 1)::integer) when 'null' then x7.x0 -> 0 else x7.x0 -> split_part(i8.at, '.', 1)::integer end end else case when i8.at = x7.zeros then x7.x0 end end desc, r1.commit_number, r1.num, ($21::integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), r5.num, ($22::integer[])[m6.n], coalesce((string_to_array(i8.at, '.')::integer[])[1], -1), ($23::integer[])[m6.n], coalesce((string_to_array(i8.at, '.')::integer[])[2], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $24::bigint
offset $25::bigint limit $26::bigint

-- an archetype inside a node
--   SELECT t/name/value, d/name/value FROM ITEM_TREE t CONTAINS CLUSTER d[openEHR-EHR-CLUSTER.device.v1]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, ($integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), ($integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[2], -1), r5.num
--         project: c0 = (case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', c1 = r5/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 1, 6, 7, 9, 10, latest: nodes at 6 paths
--               filter: (r5 in the same version as r1 and exists (select from cairn.root h6 where (h6 in the same version as r1 and h6.parent = r1.num and h6.via = any(($integer[])[($integer[])[m2.n]:($integer[])[m2.n]]) and case coalesce(h6.at, '') when '' then 0 = all((string_to_array(i4.at, '.')::integer[])) else (string_to_array(h6.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[]) end and r5.num between h6.num and h6.cap)))
--                 roots r5 of archetypes 2, latest
--   rows
--     ["Tree","Device"]
select * from (
select (case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}' as c0, r5.leaves ->> '75' as c1, r1.ehr_id as ehr
from (cairn.root r1
  cross join lateral unnest(($1::integer[])[($2::integer[])[r1.archetype_key]:($3::integer[])[r1.archetype_key]]) m2 (n)
  cross join lateral (select case ($4::integer[])[m2.n] when 0 then '0'::jsonb else r1.leaves -> (($4::integer[])[m2.n])::text end as f, left('0', greatest(2 * ($5::integer[])[m2.n] - 1, 0)) as zeros, r1.leaves -> (($6::integer[])[m2.n])::text as x0 offset 0) x3
  cross join lateral (select x3.zeros as at where not jsonb_typeof(x3.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x3.f) when 'object' then x3.f end) k union all select (n.i - 1) || substr(x3.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x3.f) when 'array' then x3.f end) with ordinality n (v, i)) i4)
  cross join cairn.root r5
where (r1.archetype_key = any('{1,6,7,9,10}'::integer[]) and r1.latest and r5.archetype_key = 2 and r5.latest and (r5.ehr_id = r1.ehr_id and r5.commit_number = r1.commit_number and exists (select from cairn.root h6 where (h6.ehr_id = r1.ehr_id and h6.commit_number = r1.commit_number and h6.parent = r1.num and h6.via = any(($7::integer[])[($8::integer[])[m2.n]:($9::integer[])[m2.n]]) and case coalesce(h6.at, '') when '' then 0 = all((string_to_array(i4.at, '.')::integer[])) else (string_to_array(h6.at, '.')::integer[])[:cardinality((string_to_array(i4.at, '.')::integer[]))] = (string_to_array(i4.at, '.')::integer[]) end and r5.num between h6.num and h6.cap))) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, ($10::integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), ($11::integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[2], -1), r5.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $12::bigint
offset $13::bigint limit $14::bigint

-- a node as a whole
--   SELECT l, l/value FROM OBSERVATION o CONTAINS ELEMENT l[at0004]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, r2.num, ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[2], -1)
--         project: c0 = r2.ehr_id, c1 = r2.commit_number, c2 = r2.num, c3 = concat_ws('.', nullif(i5.at, ''), null::text), c4 = ($integer[])[m3.n], c5 = r2.ehr_id, c6 = r2.commit_number, c7 = r2.num, c8 = concat_ws('.', nullif(i5.at, ''), null::text), c9 = ($integer[])[m3.n], ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 9, 10, latest
--               filter: r2 inside or the same as r1
--                 roots r2 of archetypes 2, 9, 10, latest: nodes at 3 paths
--   rows
--     [{"_type":"ELEMENT","archetype_node_id":"at0004","name":{"_type":"DV_TEXT","value":"Systolic"},"value":{"_type":"DV_QUANTITY","magnitude":150,"units":"mm[Hg]"}}…
--     [{"_type":"ELEMENT","archetype_node_id":"at0004","name":{"_type":"DV_TEXT","value":"Systolic"},"value":{"_type":"DV_QUANTITY","magnitude":120,"units":"mm[Hg]"}}…
--     [{"_type":"ELEMENT","archetype_node_id":"at0004","name":{"_type":"DV_TEXT","value":"Systolic"},"value":{"_type":"DV_QUANTITY","magnitude":130,"units":"mm[Hg]"}}…
--     [{"_type":"ELEMENT","archetype_node_id":"at0004","name":{"_type":"DV_TEXT","value":"Maker"},"value":{"_type":"DV_TEXT","value":"ACME"}},{"_type":"DV_TEXT","valu…
--     [{"_type":"ELEMENT","archetype_node_id":"at0004","name":{"_type":"DV_TEXT","value":"Temperature"},"value":{"_type":"DV_QUANTITY","magnitude":37.5,"units":"Cel"}…
select * from (
select r2.ehr_id as c0, r2.commit_number as c1, r2.num as c2, concat_ws('.', nullif(i5.at, ''), null::text) as c3, ($1::integer[])[m3.n] as c4, r2.ehr_id as c5, r2.commit_number as c6, r2.num as c7, concat_ws('.', nullif(i5.at, ''), null::text) as c8, ($1::integer[])[m3.n] as c9, r1.ehr_id as ehr
from cairn.root r1
  cross join (cairn.root r2
  cross join lateral unnest(($2::integer[])[($3::integer[])[r2.archetype_key]:($4::integer[])[r2.archetype_key]]) m3 (n)
  cross join lateral (select case ($5::integer[])[m3.n] when 0 then '0'::jsonb else r2.leaves -> (($5::integer[])[m3.n])::text end as f, left('0.0', greatest(2 * ($6::integer[])[m3.n] - 1, 0)) as zeros offset 0) x4
  cross join lateral (select x4.zeros as at where not jsonb_typeof(x4.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x4.f) when 'object' then x4.f end) k union all select (n.i - 1) || substr(x4.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x4.f) when 'array' then x4.f end) with ordinality n (v, i)) i5)
where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r2.archetype_key = any('{2,9,10}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num between r1.num and r1.cap and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, r2.num, ($7::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), ($8::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[2], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $9::bigint
offset $10::bigint limit $11::bigint

-- count of nodes
--   SELECT COUNT(*), MAX(l/value/magnitude) FROM COMPOSITION c CONTAINS ELEMENT l
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       aggregate: c0 = count(*), c1 = to_jsonb(max((case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end)::numeric))
--         filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           contain
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--             filter: r2 inside or the same as r1
--               roots r2 of archetypes 2, 6, 7, 9, 10, latest: nodes at 7 paths
--   rows
--     [10,150]
select * from (
select count(*) as c0, to_jsonb(max((case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end)::numeric)) as c1
from cairn.root r1
  cross join (cairn.root r2
  cross join lateral unnest(($1::integer[])[($2::integer[])[r2.archetype_key]:($3::integer[])[r2.archetype_key]]) m3 (n)
  cross join lateral (select case ($4::integer[])[m3.n] when 0 then '0'::jsonb else r2.leaves -> (($4::integer[])[m3.n])::text end as f, left('0.0', greatest(2 * ($5::integer[])[m3.n] - 1, 0)) as zeros, r2.leaves -> (($6::integer[])[m3.n])::text as x0 offset 0) x4
  cross join lateral (select x4.zeros as at where not jsonb_typeof(x4.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x4.f) when 'object' then x4.f end) k union all select (n.i - 1) || substr(x4.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x4.f) when 'array' then x4.f end) with ordinality n (v, i)) i5)
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r2.archetype_key = any('{2,6,7,9,10}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num between r1.num and r1.cap and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $7::bigint
offset $8::bigint limit $9::bigint

-- nodes in groups
--   SELECT l/name/value, COUNT(*) FROM ELEMENT l
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: g.place
--         aggregate by c0: c0 = (case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', c1 = count(*), place = min(array[]::bigint[] || r1.commit_number || r1.num || ($integer[])[m2.n] || coalesce((string_to_array(i4.at, '.')::integer[])[1], -1) || ($integer[])[m2.n] || coalesce((string_to_array(i4.at, '.')::integer[])[2], -1))
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 2, 6, 7, 9, 10, latest: nodes at 7 paths
--   rows
--     ["Group",2]
--     ["Problem",2]
--     ["Systolic",3]
--     ["Diastolic",2]
--     ["Device name",1]
--     … 7 rows
select * from (
select c0, c1 from (
select (case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}' as c0, count(*) as c1, min(array[]::bigint[] || r1.commit_number || r1.num || ($1::integer[])[m2.n] || coalesce((string_to_array(i4.at, '.')::integer[])[1], -1) || ($2::integer[])[m2.n] || coalesce((string_to_array(i4.at, '.')::integer[])[2], -1)) as place
from (cairn.root r1
  cross join lateral unnest(($3::integer[])[($4::integer[])[r1.archetype_key]:($5::integer[])[r1.archetype_key]]) m2 (n)
  cross join lateral (select case ($6::integer[])[m2.n] when 0 then '0'::jsonb else r1.leaves -> (($6::integer[])[m2.n])::text end as f, left('0.0', greatest(2 * ($7::integer[])[m2.n] - 1, 0)) as zeros, r1.leaves -> (($8::integer[])[m2.n])::text as x0 offset 0) x3
  cross join lateral (select x3.zeros as at where not jsonb_typeof(x3.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x3.f) when 'object' then x3.f end) k union all select (n.i - 1) || substr(x3.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x3.f) when 'array' then x3.f end) with ordinality n (v, i)) i4)
where (r1.archetype_key = any('{2,6,7,9,10}'::integer[]) and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
group by 1
) g
order by g.place
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $9::bigint
offset $10::bigint limit $11::bigint

-- NOT CONTAINS of a node
--   SELECT c/name/value FROM COMPOSITION c NOT CONTAINS ELEMENT l[name/value='Systolic']
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: none of [filter: r2 inside or the same as r1 and (case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}' = $text; roots r2 of archetypes 2, 6, 7, 9, 10, latest: nodes at 7 paths]
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not exists (select from (cairn.root r2
  cross join lateral unnest(($1::integer[])[($2::integer[])[r2.archetype_key]:($3::integer[])[r2.archetype_key]]) m3 (n)
  cross join lateral (select case ($4::integer[])[m3.n] when 0 then '0'::jsonb else r2.leaves -> (($4::integer[])[m3.n])::text end as f, left('0.0', greatest(2 * ($5::integer[])[m3.n] - 1, 0)) as zeros, r2.leaves -> (($6::integer[])[m3.n])::text as x0 offset 0) x4
  cross join lateral (select x4.zeros as at where not jsonb_typeof(x4.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x4.f) when 'object' then x4.f end) k union all select (n.i - 1) || substr(x4.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x4.f) when 'array' then x4.f end) with ordinality n (v, i)) i5) where (r2.archetype_key = any('{2,6,7,9,10}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num between r1.num and r1.cap and (case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}' = $7::text)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $8::bigint
offset $9::bigint limit $10::bigint

-- OR of nodes
--   SELECT o/name/value, v/name/value, l/name/value FROM OBSERVATION o CONTAINS (INTERVAL_EVENT v OR ELEMENT l[at0005])
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, r2.num, ($integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), r6.num, ($integer[])[m7.n], coalesce((string_to_array(i9.at, '.')::integer[])[1], -1), ($integer[])[m7.n], coalesce((string_to_array(i9.at, '.')::integer[])[2], -1)
--         project: c0 = r1/name/value, c1 = (case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}', c2 = (case jsonb_typeof(x8.x0) when 'object' then x8.x0 -> i9.at when 'array' then case when i9.at = split_part(i9.at, '.', 1) || substr(x8.zeros, 2) then case jsonb_typeof(x8.x0 -> split_part(i9.at, '.', 1)::integer) when 'null' then x8.x0 -> 0 else x8.x0 -> split_part(i9.at, '.', 1)::integer end end else case when i9.at = x8.zeros then x8.x0 end end) #>> '{}', ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             contain
--               roots r1 of archetypes 9, 10, latest
--               filter: ((r2.num) is not null or (r6.num) is not null)
--                 choice
--                   filter: r2 inside or the same as r1
--                     roots r2 of archetypes 10, latest: nodes at 1 paths
--                   filter: r6 inside or the same as r1
--                     roots r6 of archetypes 9, latest: nodes at 1 paths
--   rows
--     ["Left arm",null,"Diastolic"]
--     ["Left arm",null,"Diastolic"]
--     ["Body temperature","Any event",null]
select * from (
select r1.leaves ->> '75' as c0, (case jsonb_typeof(x4.x0) when 'object' then x4.x0 -> i5.at when 'array' then case when i5.at = split_part(i5.at, '.', 1) || substr(x4.zeros, 2) then case jsonb_typeof(x4.x0 -> split_part(i5.at, '.', 1)::integer) when 'null' then x4.x0 -> 0 else x4.x0 -> split_part(i5.at, '.', 1)::integer end end else case when i5.at = x4.zeros then x4.x0 end end) #>> '{}' as c1, (case jsonb_typeof(x8.x0) when 'object' then x8.x0 -> i9.at when 'array' then case when i9.at = split_part(i9.at, '.', 1) || substr(x8.zeros, 2) then case jsonb_typeof(x8.x0 -> split_part(i9.at, '.', 1)::integer) when 'null' then x8.x0 -> 0 else x8.x0 -> split_part(i9.at, '.', 1)::integer end end else case when i9.at = x8.zeros then x8.x0 end end) #>> '{}' as c2, r1.ehr_id as ehr
from cairn.root r1
  left join (cairn.root r2
  cross join lateral unnest(($1::integer[])[($2::integer[])[r2.archetype_key]:($3::integer[])[r2.archetype_key]]) m3 (n)
  cross join lateral (select case ($4::integer[])[m3.n] when 0 then '0'::jsonb else r2.leaves -> (($4::integer[])[m3.n])::text end as f, left('0', greatest(2 * ($5::integer[])[m3.n] - 1, 0)) as zeros, r2.leaves -> (($6::integer[])[m3.n])::text as x0 offset 0) x4
  cross join lateral (select x4.zeros as at where not jsonb_typeof(x4.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x4.f) when 'object' then x4.f end) k union all select (n.i - 1) || substr(x4.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x4.f) when 'array' then x4.f end) with ordinality n (v, i)) i5) on (r2.archetype_key = 10 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num between r1.num and r1.cap)
  left join (cairn.root r6
  cross join lateral unnest(($7::integer[])[($8::integer[])[r6.archetype_key]:($9::integer[])[r6.archetype_key]]) m7 (n)
  cross join lateral (select case ($10::integer[])[m7.n] when 0 then '0'::jsonb else r6.leaves -> (($10::integer[])[m7.n])::text end as f, left('0.0', greatest(2 * ($11::integer[])[m7.n] - 1, 0)) as zeros, r6.leaves -> (($12::integer[])[m7.n])::text as x0 offset 0) x8
  cross join lateral (select x8.zeros as at where not jsonb_typeof(x8.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x8.f) when 'object' then x8.f end) k union all select (n.i - 1) || substr(x8.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x8.f) when 'array' then x8.f end) with ordinality n (v, i)) i9) on (r6.archetype_key = 9 and r6.latest and r6.ehr_id = r1.ehr_id and r6.commit_number = r1.commit_number and r6.num between r1.num and r1.cap)
where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and ((r2.num) is not null or (r6.num) is not null) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, r2.num, ($13::integer[])[m3.n], coalesce((string_to_array(i5.at, '.')::integer[])[1], -1), r6.num, ($14::integer[])[m7.n], coalesce((string_to_array(i9.at, '.')::integer[])[1], -1), ($15::integer[])[m7.n], coalesce((string_to_array(i9.at, '.')::integer[])[2], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $16::bigint
offset $17::bigint limit $18::bigint

-- any LOCATABLE
--   SELECT x/name/value, x/archetype_node_id FROM LOCATABLE x
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, ($integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), ($integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[2], -1)
--         project: c0 = coalesce((case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', (case jsonb_typeof(x3.x1) when 'object' then x3.x1 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x1 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x1 -> 0 else x3.x1 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x1 end end) #>> '{}'), c1 = case when r1.num is not null then coalesce(($text[])[($integer[])[m2.n]], (select a.archetype_id from cairn.archetype a where a.archetype_key = r1.archetype_key)) end, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, latest: nodes at 28 paths
--   rows
--     ["EHR Status","openEHR-EHR-EHR_STATUS.generic.v1"]
--     ["Tree","at0001"]
--     ["Group","at0002"]
--     ["Discharge letter","openEHR-EHR-COMPOSITION.report.v1"]
--     ["Diagnosis","openEHR-EHR-EVALUATION.problem_diagnosis.v1"]
--     … 43 rows
select * from (
select coalesce((case jsonb_typeof(x3.x0) when 'object' then x3.x0 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x0 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x0 -> 0 else x3.x0 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x0 end end) #>> '{}', (case jsonb_typeof(x3.x1) when 'object' then x3.x1 -> i4.at when 'array' then case when i4.at = split_part(i4.at, '.', 1) || substr(x3.zeros, 2) then case jsonb_typeof(x3.x1 -> split_part(i4.at, '.', 1)::integer) when 'null' then x3.x1 -> 0 else x3.x1 -> split_part(i4.at, '.', 1)::integer end end else case when i4.at = x3.zeros then x3.x1 end end) #>> '{}') as c0, case when r1.num is not null then coalesce(($1::text[])[($2::integer[])[m2.n]], (select a.archetype_id from cairn.archetype a where a.archetype_key = r1.archetype_key)) end as c1, r1.ehr_id as ehr
from (cairn.root r1
  cross join lateral unnest(($3::integer[])[($4::integer[])[r1.archetype_key]:($5::integer[])[r1.archetype_key]]) m2 (n)
  cross join lateral (select case ($6::integer[])[m2.n] when 0 then '0'::jsonb else r1.leaves -> (($6::integer[])[m2.n])::text end as f, left('0.0', greatest(2 * ($7::integer[])[m2.n] - 1, 0)) as zeros, r1.leaves -> (($8::integer[])[m2.n])::text as x0, r1.leaves -> (($9::integer[])[m2.n])::text as x1 offset 0) x3
  cross join lateral (select x3.zeros as at where not jsonb_typeof(x3.f) in ('array', 'object') union all select k from jsonb_object_keys(case jsonb_typeof(x3.f) when 'object' then x3.f end) k union all select (n.i - 1) || substr(x3.zeros, 2) from jsonb_array_elements(case jsonb_typeof(x3.f) when 'array' then x3.f end) with ordinality n (v, i)) i4)
where (r1.archetype_key = any('{1,2,3,4,5,6,7,8,9,10,11}'::integer[]) and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, ($10::integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[1], -1), ($11::integer[])[m2.n], coalesce((string_to_array(i4.at, '.')::integer[])[2], -1)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $12::bigint
offset $13::bigint limit $14::bigint

-- the latest version
--   SELECT v/uid/value, v/commit_audit/change_type/value FROM VERSION v CONTAINS COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = v2.object_id || '::' || v2.system_id || '::' || v2.version, c1 = cairn.envelope_of(v2.envelope, v2.template_key, v2.system_id, v2.committed_at, v2.change_type, v2.lifecycle) #>> array[$text, $text, $text], ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             lookup table version v2 on v2 in the same version as r1
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["ca27e538-f3b1-43aa-a14e-8076310781ed::sys::1","creation"]
--     ["a330395c-c0a5-4ad1-a077-36546afff473::sys::1","creation"]
--     ["5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::2","modification"]
select * from (
select v2.object_id || '::' || v2.system_id || '::' || v2.version as c0, cairn.envelope_of(v2.envelope, v2.template_key, v2.system_id, v2.committed_at, v2.change_type, v2.lifecycle) #>> array[$1::text, $2::text, $3::text] as c1, r1.ehr_id as ehr
from cairn.root r1
  join cairn.version v2 on v2.ehr_id = r1.ehr_id and v2.commit_number = r1.commit_number
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- all versions
--   SELECT v/uid/value, c/name/value FROM VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = v2.object_id || '::' || v2.system_id || '::' || v2.version, c1 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             lookup table version v2 on v2 in the same version as r1
--               roots r1 of archetypes 3, 4, 5, outermost
--   rows
--     ["5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::1","Draft"]
--     ["ca27e538-f3b1-43aa-a14e-8076310781ed::sys::1","Discharge letter"]
--     ["a330395c-c0a5-4ad1-a077-36546afff473::sys::1","Problems"]
--     ["283bb9de-ef02-4684-aabf-b538efa1eca7::sys::1","Discharge letter"]
--     ["5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::2","Visit 1"]
select * from (
select v2.object_id || '::' || v2.system_id || '::' || v2.version as c0, r1.leaves ->> '75' as c1, r1.ehr_id as ehr
from cairn.root r1
  join cairn.version v2 on v2.ehr_id = r1.ehr_id and v2.commit_number = r1.commit_number
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- all versions, deleted ones too
--   SELECT v/uid/value, v/commit_audit/time_committed/value FROM EHR e CONTAINS VERSION v[ALL_VERSIONS]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: v1.commit_number
--         project: c0 = v1.object_id || '::' || v1.system_id || '::' || v1.version, c1 = to_jsonb(cairn.envelope_of(v1.envelope, v1.template_key, v1.system_id, v1.committed_at, v1.change_type, v1.lifecycle) #>> array[$text, $text, $text]), ehr = v1.ehr_id
--           filter: v1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: v1.kind not in ('EHR_ACCESS', 'EPISODE')
--               table version v1
--   rows
--     ["ec034fd9-daa2-400f-ad11-fbceaba9acef::sys::1","2025-01-01T01:00:00Z"]
--     ["5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::1","2025-01-01T02:00:00Z"]
--     ["ca27e538-f3b1-43aa-a14e-8076310781ed::sys::1","2025-01-01T03:00:00Z"]
--     ["a330395c-c0a5-4ad1-a077-36546afff473::sys::1","2025-01-01T04:00:00Z"]
--     ["283bb9de-ef02-4684-aabf-b538efa1eca7::sys::1","2025-01-01T05:00:00Z"]
--     … 9 rows
select * from (
select v1.object_id || '::' || v1.system_id || '::' || v1.version as c0, to_jsonb(cairn.envelope_of(v1.envelope, v1.template_key, v1.system_id, v1.committed_at, v1.change_type, v1.lifecycle) #>> array[$1::text, $2::text, $3::text]) as c1, v1.ehr_id as ehr
from cairn.version v1
where (v1.kind not in ('EHR_ACCESS', 'EPISODE') and v1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by v1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- versions by their audit
--   SELECT c/name/value FROM VERSION v[commit_audit/change_type/value='modification'] CONTAINS COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             lookup table version v2 on v2 in the same version as r1
--               filter: cairn.envelope_of(v2.envelope, v2.template_key, v2.system_id, v2.committed_at, v2.change_type, v2.lifecycle) #>> array[$text, $text, $text] = $text
--                 roots r1 of archetypes 3, 4, 5, outermost
--   rows
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
  join cairn.version v2 on v2.ehr_id = r1.ehr_id and v2.commit_number = r1.commit_number
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.num = 0 and cairn.envelope_of(v2.envelope, v2.template_key, v2.system_id, v2.committed_at, v2.change_type, v2.lifecycle) #>> array[$1::text, $2::text, $3::text] = $4::text and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $5::bigint
offset $6::bigint limit $7::bigint

-- data of a version
--   SELECT v/uid/value, v/data/name/value FROM VERSION v
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = v3.object_id || '::' || v3.system_id || '::' || v3.version, c1 = r2/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             lookup optional table root r2 on r2 in the same version as r1, r2.num = 0
--               lookup table version v3 on v3 in the same version as r1
--                 filter: r1.num = 0 and r1.latest
--                   table root r1
--   rows
--     ["ec034fd9-daa2-400f-ad11-fbceaba9acef::sys::1","EHR Status"]
--     ["ca27e538-f3b1-43aa-a14e-8076310781ed::sys::1","Discharge letter"]
--     ["a330395c-c0a5-4ad1-a077-36546afff473::sys::1","Problems"]
--     ["5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::2","Visit 1"]
--     ["2b64c6d9-afd8-434e-a0db-f35f7de171a8::sys::1","root"]
--     … 6 rows
select * from (
select v3.object_id || '::' || v3.system_id || '::' || v3.version as c0, r2.leaves ->> '75' as c1, r1.ehr_id as ehr
from cairn.root r1
  join cairn.version v3 on v3.ehr_id = r1.ehr_id and v3.commit_number = r1.commit_number
  left join cairn.root r2 on (r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num = 0)
where (r1.num = 0 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- versions by time, as a whole
--   SELECT v/uid/value, e/ehr_id/value FROM EHR e CONTAINS VERSION v[commit_audit/time_committed > '2025-01-01T05:30:00Z'] CONTAINS COMPOSITION c WHERE e/time_created < '2030' ORDER BY v/commit_audit/time_committed DESC
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: to_jsonb(extract(epoch from date_trunc('milliseconds', v2.committed_at)) + 62167219200) desc, r1.commit_number
--         project: c0 = v2.object_id || '::' || v2.system_id || '::' || v2.version, c1 = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (to_jsonb(extract(epoch from date_trunc('milliseconds', e3.created_at)) + 62167219200) < $jsonb)
--               lookup table ehr e3 on e3.ehr_id = r1.ehr_id
--                 lookup table version v2 on v2 in the same version as r1
--                   filter: to_jsonb(extract(epoch from date_trunc('milliseconds', v2.committed_at)) + 62167219200) > $jsonb
--                     roots r1 of archetypes 3, 4, 5, outermost
--   rows
--     ["5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::2","7692c3ad-3540-4b80-ac02-0b3aee66cd88"]
select * from (
select v2.object_id || '::' || v2.system_id || '::' || v2.version as c0, r1.ehr_id as c1
from cairn.root r1
  join cairn.version v2 on v2.ehr_id = r1.ehr_id and v2.commit_number = r1.commit_number
  join cairn.ehr e3 on e3.ehr_id = r1.ehr_id
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.num = 0 and to_jsonb(extract(epoch from date_trunc('milliseconds', v2.committed_at)) + 62167219200) > $1::jsonb and (to_jsonb(extract(epoch from date_trunc('milliseconds', e3.created_at)) + 62167219200) < $2::jsonb) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by to_jsonb(extract(epoch from date_trunc('milliseconds', v2.committed_at)) + 62167219200) desc, r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- versions by time
--   SELECT v/uid/value FROM VERSION v[commit_audit/time_committed/value > '2025-01-01T05:30:00Z']
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: v1.commit_number
--         project: c0 = v1.object_id || '::' || v1.system_id || '::' || v1.version, ehr = v1.ehr_id
--           filter: v1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: to_jsonb(extract(epoch from date_trunc('milliseconds', v1.committed_at)) + 62167219200) > $jsonb
--               filter: v1.kind not in ('EHR_ACCESS', 'EPISODE')
--                 table version v1
--   rows
--     ["5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::2"]
--     ["283bb9de-ef02-4684-aabf-b538efa1eca7::sys::2"]
--     ["2b64c6d9-afd8-434e-a0db-f35f7de171a8::sys::1"]
select * from (
select v1.object_id || '::' || v1.system_id || '::' || v1.version as c0, v1.ehr_id as ehr
from cairn.version v1
where (v1.kind not in ('EHR_ACCESS', 'EPISODE') and to_jsonb(extract(epoch from date_trunc('milliseconds', v1.committed_at)) + 62167219200) > $1::jsonb and v1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by v1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- one EHR by predicate
--   SELECT c/name/value FROM EHR e[ehr_id/value='hidden'] CONTAINS COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id = $uuid
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id = $1::uuid)
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- one EHR by condition
--   SELECT c/name/value FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = 'one'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: r1.ehr_id = $uuid
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id = $1::uuid and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- an EHR and its status
--   SELECT e/ehr_id/value, e/time_created/value, e/ehr_status/is_queryable FROM EHR e
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: e1.created_at, e1.ehr_id
--         project: c0 = e1.ehr_id, c1 = to_jsonb(to_char(e1.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')), c2 = r2/is_queryable
--           filter: e1.is_queryable
--             lookup optional table root r2 on r2.ehr_id = e1.ehr_id, r2.latest, r2.num = 0, r2.archetype_key = 6
--               table ehr e1
--   rows
--     ["7692c3ad-3540-4b80-ac02-0b3aee66cd88","2025-01-01T00:00:00.000+00:00",true]
--     ["2e1cfa82-b035-426c-abbd-ae632cea0705","2025-01-01T00:00:02.000+00:00",true]
select * from (
select e1.ehr_id as c0, to_jsonb(to_char(e1.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')) as c1, r2.leaves -> '59' as c2
from cairn.ehr e1
  left join cairn.root r2 on (r2.ehr_id = e1.ehr_id and r2.latest and r2.num = 0 and r2.archetype_key = 6)
where e1.is_queryable
order by e1.created_at, e1.ehr_id
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- values of one event stay together
--   SELECT o/data[at0001]/events[at0006]/name/value, o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude, o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
--         project: c0 = s2.c3, c1 = s2.c4, c2 = s2.c5, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s2: c0 = i3.vec, c1 = i4.vec, c2 = i5.vec, c3 = coalesce((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec)[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k29 end end) #>> '{}', (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec)[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k30 end end) #>> '{}'), c4 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end, c5 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i5.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k24 end end
--               vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--               vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--               vectors i5: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--               roots r1 of archetypes 9, latest
--   rows
--     ["At rest",150,95]
--     ["After exercise",120,null]
--     ["Lying",130,80]
select * from (
select s2.c3 as c0, s2.c4 as c1, s2.c5 as c2, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '20' as k20, r1.leaves -> '23' as k23, r1.leaves -> '21' as k21, r1.leaves -> '24' as k24 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, null as c2, coalesce((s2k.k29) #>> '{}', (s2k.k30) #>> '{}') as c3, s2k.k21 as c4, s2k.k24 as c5 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, i5.vec as c2, coalesce((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec)[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k29 end end) #>> '{}', (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec)[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k30 end end) #>> '{}') as c3, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c4, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i5.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k24 end end as c5 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i5 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- branches that share nothing multiply
--   SELECT c/links/target/value, c/context/participations/performer/name FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, s2.c0, s4.c0
--         project: c0 = s2.c1, c1 = s4.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s4: c0 = i5.vec, c1 = (case jsonb_typeof(s4k.k15) when 'object' then s4k.k15 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s4k.k15 -> (i5.vec)[1]) when 'null' then s4k.k15 -> 0 else s4k.k15 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s4k.k15 end end) #>> '{}'
--               vectors i5: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s4k.k14) when 'object' then s4k.k14 when 'array' then null else case when s4k.k14 is not null then jsonb_build_object('0', s4k.k14) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s4k.k14) when 'array' then s4k.k14 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s4k.k15) when 'object' then s4k.k15 when 'array' then null else case when s4k.k15 is not null then jsonb_build_object('0', s4k.k15) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s4k.k15) when 'array' then s4k.k15 end) with ordinality n (v, i))
--               instances s2: c0 = i3.vec, c1 = (case jsonb_typeof(s2k.k73) when 'object' then s2k.k73 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k73 -> (i3.vec)[1]) when 'null' then s2k.k73 -> 0 else s2k.k73 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k73 end end) #>> '{}'
--                 vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k72) when 'object' then s2k.k72 when 'array' then null else case when s2k.k72 is not null then jsonb_build_object('0', s2k.k72) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k72) when 'array' then s2k.k72 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k73) when 'object' then s2k.k73 when 'array' then null else case when s2k.k73 is not null then jsonb_build_object('0', s2k.k73) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k73) when 'array' then s2k.k73 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k74) when 'object' then s2k.k74 when 'array' then null else case when s2k.k74 is not null then jsonb_build_object('0', s2k.k74) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k74) when 'array' then s2k.k74 end) with ordinality n (v, i))
--                 roots r1 of archetypes 3, latest, outermost
--   rows
--     ["ehr:/a","Nurse Bo"]
--     ["ehr:/a","Dr. Cy"]
--     ["ehr:/b","Nurse Bo"]
--     ["ehr:/b","Dr. Cy"]
select * from (
select s2.c1 as c0, s4.c1 as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '72' as k72, r1.leaves -> '73' as k73, r1.leaves -> '74' as k74 offset 0) s2k
  cross join lateral (
    select null as c0, (s2k.k73) #>> '{}' as c1 where (jsonb_typeof(s2k.k72) in ('array', 'object') or jsonb_typeof(s2k.k73) in ('array', 'object') or jsonb_typeof(s2k.k74) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, (case jsonb_typeof(s2k.k73) when 'object' then s2k.k73 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k73 -> (i3.vec)[1]) when 'null' then s2k.k73 -> 0 else s2k.k73 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k73 end end) #>> '{}' as c1 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k72) when 'object' then s2k.k72 when 'array' then null else case when s2k.k72 is not null then jsonb_build_object('0', s2k.k72) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k72) when 'array' then s2k.k72 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k73) when 'object' then s2k.k73 when 'array' then null else case when s2k.k73 is not null then jsonb_build_object('0', s2k.k73) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k73) when 'array' then s2k.k73 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k74) when 'object' then s2k.k74 when 'array' then null else case when s2k.k74 is not null then jsonb_build_object('0', s2k.k74) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k74) when 'array' then s2k.k74 end) with ordinality n (v, i))) i3 on true where (jsonb_typeof(s2k.k72) in ('array', 'object') or jsonb_typeof(s2k.k73) in ('array', 'object') or jsonb_typeof(s2k.k74) in ('array', 'object')) is true
  ) s2
  cross join lateral (select r1.leaves -> '14' as k14, r1.leaves -> '15' as k15 offset 0) s4k
  cross join lateral (
    select null as c0, (s4k.k15) #>> '{}' as c1 where (jsonb_typeof(s4k.k14) in ('array', 'object') or jsonb_typeof(s4k.k15) in ('array', 'object')) is not true
    union all
    select i5.vec as c0, (case jsonb_typeof(s4k.k15) when 'object' then s4k.k15 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s4k.k15 -> (i5.vec)[1]) when 'null' then s4k.k15 -> 0 else s4k.k15 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s4k.k15 end end) #>> '{}' as c1 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s4k.k14) when 'object' then s4k.k14 when 'array' then null else case when s4k.k14 is not null then jsonb_build_object('0', s4k.k14) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s4k.k14) when 'array' then s4k.k14 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s4k.k15) when 'object' then s4k.k15 when 'array' then null else case when s4k.k15 is not null then jsonb_build_object('0', s4k.k15) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s4k.k15) when 'array' then s4k.k15 end) with ordinality n (v, i))) i5 on true where (jsonb_typeof(s4k.k14) in ('array', 'object') or jsonb_typeof(s4k.k15) in ('array', 'object')) is true
  ) s4
where (r1.archetype_key = 3 and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, s2.c0, s4.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- a named node
--   SELECT o/data[at0001]/events[at0006, 'At rest']/time/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0
--         project: c0 = s2.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s2: c0 = i3.vec, c1 = case jsonb_typeof(s2k.k32) when 'object' then s2k.k32 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k32 -> (i3.vec)[1]) when 'null' then s2k.k32 -> 0 else s2k.k32 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k32 end end
--               vectors i3: select i.vec from ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i where ((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k29 -> (i.vec)[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k29 end end) #>> '{}' = $text or (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k30 -> (i.vec)[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k30 end end) #>> '{}' = $text)
--               roots r1 of archetypes 9, latest
--   rows
--     ["2024-03-01T10:00:00+01:00"]
select * from (
select s2.c1 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '32' as k32 offset 0) s2k
  cross join lateral (
    select null as c0, case when ((s2k.k29) #>> '{}' = $1::text or (s2k.k30) #>> '{}' = $1::text) then s2k.k32 end as c1 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, case jsonb_typeof(s2k.k32) when 'object' then s2k.k32 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k32 -> (i3.vec)[1]) when 'null' then s2k.k32 -> 0 else s2k.k32 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k32 end end as c1 from (values (1)) one 
      left join lateral (select i.vec from ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i where ((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k29 -> (i.vec)[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k29 end end) #>> '{}' = $2::text or (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k30 -> (i.vec)[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k30 end end) #>> '{}' = $2::text)) i3 on true where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- a node named by a code
--   SELECT o/data[at0001]/events[at0006, at0029]/time/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0
--         project: c0 = s2.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s2: c0 = i3.vec, c1 = case jsonb_typeof(s2k.k32) when 'object' then s2k.k32 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k32 -> (i3.vec)[1]) when 'null' then s2k.k32 -> 0 else s2k.k32 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k32 end end
--               vectors i3: select i.vec from ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i where ((case jsonb_typeof(s2k.k27) when 'object' then s2k.k27 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k27 -> (i.vec)[1]) when 'null' then s2k.k27 -> 0 else s2k.k27 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k27 end end) #>> '{}' = $text and ((case jsonb_typeof(s2k.k28) when 'object' then s2k.k28 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k28 -> (i.vec)[1]) when 'null' then s2k.k28 -> 0 else s2k.k28 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k28 end end) #>> '{}' = $text or starts_with((case jsonb_typeof(s2k.k28) when 'object' then s2k.k28 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k28 -> (i.vec)[1]) when 'null' then s2k.k28 -> 0 else s2k.k28 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k28 end end) #>> '{}', $text)))
--               roots r1 of archetypes 9, latest
--   rows
--     ["2023-12-31T10:00:00+01:00"]
select * from (
select s2.c1 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '27' as k27, r1.leaves -> '28' as k28, r1.leaves -> '32' as k32 offset 0) s2k
  cross join lateral (
    select null as c0, case when ((s2k.k27) #>> '{}' = $1::text and ((s2k.k28) #>> '{}' = $2::text or starts_with((s2k.k28) #>> '{}', $3::text))) then s2k.k32 end as c1 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, case jsonb_typeof(s2k.k32) when 'object' then s2k.k32 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k32 -> (i3.vec)[1]) when 'null' then s2k.k32 -> 0 else s2k.k32 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k32 end end as c1 from (values (1)) one 
      left join lateral (select i.vec from ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i where ((case jsonb_typeof(s2k.k27) when 'object' then s2k.k27 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k27 -> (i.vec)[1]) when 'null' then s2k.k27 -> 0 else s2k.k27 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k27 end end) #>> '{}' = $4::text and ((case jsonb_typeof(s2k.k28) when 'object' then s2k.k28 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k28 -> (i.vec)[1]) when 'null' then s2k.k28 -> 0 else s2k.k28 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k28 end end) #>> '{}' = $5::text or starts_with((case jsonb_typeof(s2k.k28) when 'object' then s2k.k28 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k28 -> (i.vec)[1]) when 'null' then s2k.k28 -> 0 else s2k.k28 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k28 end end) #>> '{}', $6::text)))) i3 on true where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $7::bigint
offset $8::bigint limit $9::bigint

-- a node by a value in it
--   SELECT o/data[at0001]/events[at0006 and time/value < '2024-01-01']/name/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0
--         project: c0 = s2.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s2: c0 = i3.vec, c1 = coalesce((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec)[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k29 end end) #>> '{}', (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec)[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k30 end end) #>> '{}')
--               vectors i3: select i.vec from ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i where case jsonb_typeof(s2k.k31) when 'object' then s2k.k31 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k31 -> (i.vec)[1]) when 'null' then s2k.k31 -> 0 else s2k.k31 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k31 end end < $jsonb
--               roots r1 of archetypes 9, latest
--   rows
--     ["Lying"]
select * from (
select s2.c1 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '31' as k31 offset 0) s2k
  cross join lateral (
    select null as c0, coalesce(case when s2k.k31 < $1::jsonb then (s2k.k29) #>> '{}' end, case when s2k.k31 < $1::jsonb then (s2k.k30) #>> '{}' end) as c1 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, coalesce((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec)[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k29 end end) #>> '{}', (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec)[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k30 end end) #>> '{}') as c1 from (values (1)) one 
      left join lateral (select i.vec from ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i where case jsonb_typeof(s2k.k31) when 'object' then s2k.k31 -> array_to_string(i.vec, '.') when 'array' then case when 0 = all((i.vec)[2:]) then case jsonb_typeof(s2k.k31 -> (i.vec)[1]) when 'null' then s2k.k31 -> 0 else s2k.k31 -> (i.vec)[1] end end else case when 0 = all(i.vec) then s2k.k31 end end < $2::jsonb) i3 on true where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- into a nested archetype
--   SELECT o/name/value, o/protocol[at0011]/items[openEHR-EHR-CLUSTER.device.v1]/items[at0001]/value/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, r2.num
--         project: c0 = r1/name/value, c1 = r2/items*[at0001]/value/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             lookup optional table root r2 on r2 attached to r1 by paths 79
--               roots r1 of archetypes 9, latest
--   rows
--     ["Left arm","Cuff 3"]
select * from (
select r1.leaves ->> '75' as c0, r2.leaves ->> '61' as c1, r1.ehr_id as ehr
from cairn.root r1
  left join cairn.root r2 on (r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.parent = r1.num and r2.via = any('{79}'::integer[]))
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, r2.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- into entries of a composition
--   SELECT c/name/value, c/content/name/value FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r2.num
--         project: c0 = r1/name/value, c1 = r2/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             lookup optional table root r2 on r2 attached to r1 by paths 11, 10, 9
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter","Diagnosis"]
--     ["Discharge letter","Discharge"]
--     ["Problems","Diagnosis"]
--     ["Visit 1","Vitals"]
select * from (
select r1.leaves ->> '75' as c0, r2.leaves ->> '75' as c1, r1.ehr_id as ehr
from cairn.root r1
  left join cairn.root r2 on (r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.parent = r1.num and r2.via = any('{9,10,11}'::integer[]))
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r2.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- an archetype id, which no leaf has
--   SELECT c/archetype_node_id, c/archetype_details/archetype_id/value, c/archetype_details/template_id/value FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = case when r1.num is not null then $jsonb ->> r1.archetype_key::text end, c1 = (case when r1/archetype_details/archetype_id/value = 'true'::jsonb then to_jsonb((select a.archetype_id from cairn.archetype a where a.archetype_key = r1.archetype_key)) else r1/archetype_details/archetype_id/value end) #>> '{}', c2 = r1/archetype_details/template_id/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["openEHR-EHR-COMPOSITION.report.v1","openEHR-EHR-COMPOSITION.report.v1","Labs"]
--     ["openEHR-EHR-COMPOSITION.problem_list.v1","openEHR-EHR-COMPOSITION.problem_list.v1","Labs"]
--     ["openEHR-EHR-COMPOSITION.encounter.v1","openEHR-EHR-COMPOSITION.encounter.v1","Vitals"]
select * from (
select case when r1.num is not null then $1::jsonb ->> r1.archetype_key::text end as c0, (case when coalesce(r1.leaves -> '2', (select s.leaves -> '2' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) = 'true'::jsonb then to_jsonb((select a.archetype_id from cairn.archetype a where a.archetype_key = r1.archetype_key)) else coalesce(r1.leaves -> '2', (select s.leaves -> '2' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) end) #>> '{}' as c1, r1.leaves ->> '4' as c2, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- node ids inside an archetype
--   SELECT o/data[at0001]/archetype_node_id, o/data[at0001]/events[at0006]/archetype_node_id FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0
--         project: c0 = case when (r1/data[at0001]/name/value) is not null then $text end, c1 = s2.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s2: c0 = i3.vec, c1 = case when ((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec)[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k29 end end) is not null or (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec)[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k30 end end) is not null) then $text end
--               vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--               roots r1 of archetypes 9, latest
--   rows
--     ["at0001","at0006"]
--     ["at0001","at0006"]
--     ["at0001","at0006"]
select * from (
select case when (r1.leaves -> '33') is not null then $1::text end as c0, s2.c1 as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30 offset 0) s2k
  cross join lateral (
    select null as c0, case when ((s2k.k29) is not null or (s2k.k30) is not null) then $2::text end as c1 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, case when ((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec)[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k29 end end) is not null or (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec, '.') when 'array' then case when 0 = all((i3.vec)[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec)[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec)[1] end end else case when 0 = all(i3.vec) then s2k.k30 end end) is not null) then $3::text end as c1 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- a predicate on a variable
--   SELECT c/name/value, c[name/value='Visit 1']/uid/value FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, c1 = case when r1/name/value = $text then r1/uid/value end, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter",null]
--     ["Problems",null]
--     ["Visit 1","5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::2"]
select * from (
select r1.leaves ->> '75' as c0, case when r1.leaves ->> '75' = $1::text then r1.leaves ->> '88' end as c1, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- comparison with a number
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude >= 130
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0
--         project: c0 = s2.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (s2.c1 >= $jsonb)
--               instances s2: c0 = i3.vec, c1 = i3.value
--                 vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0
--                 roots r1 of archetypes 9, latest
--   rows
--     [150]
--     [130]
select * from (
select s2.c1 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, s2k.k21 as c1 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i3.value as c1 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0) i3 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and (s2.c1 >= $1::jsonb) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- a condition on one of several values of a node
--   SELECT o/data[at0001]/events[at0006]/name/value, o/data[at0001]/events[at0006]/data[at0003]/name/value, o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude >= 130
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1
--         project: c0 = s2.c2, c1 = s2.c3, c2 = s2.c4, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (s2.c4 >= $jsonb)
--               instances s2: c0 = i3.vec[:1], c1 = i3.vec, c2 = coalesce((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec[:1])[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k29 end end) #>> '{}', (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec[:1])[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k30 end end) #>> '{}'), c3 = (case jsonb_typeof(s2k.k26) when 'object' then s2k.k26 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k26 -> (i3.vec[:1])[1]) when 'null' then s2k.k26 -> 0 else s2k.k26 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k26 end end) #>> '{}', c4 = i3.value
--                 vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0
--                 roots r1 of archetypes 9, latest
--   rows
--     ["At rest","Tree",150]
--     ["Lying","Tree",130]
select * from (
select s2.c2 as c0, s2.c3 as c1, s2.c4 as c2, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '21' as k21, r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '26' as k26 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, coalesce((s2k.k29) #>> '{}', (s2k.k30) #>> '{}') as c2, (s2k.k26) #>> '{}' as c3, s2k.k21 as c4 where (jsonb_typeof(s2k.k21) in ('array', 'object') or jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is not true
    union all
    select i3.vec[:1] as c0, i3.vec as c1, coalesce((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec[:1])[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k29 end end) #>> '{}', (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec[:1])[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k30 end end) #>> '{}') as c2, (case jsonb_typeof(s2k.k26) when 'object' then s2k.k26 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k26 -> (i3.vec[:1])[1]) when 'null' then s2k.k26 -> 0 else s2k.k26 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k26 end end) #>> '{}' as c3, i3.value as c4 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0) i3 where (jsonb_typeof(s2k.k21) in ('array', 'object') or jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and (s2.c4 >= $1::jsonb) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- a quantity as a whole
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value < 140
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1
--         project: c0 = s2.c2, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (s2.c3 < $jsonb)
--               instances s2: c0 = i3.vec, c1 = i4.vec, c2 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end, c3 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end
--                 vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--                 vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                 roots r1 of archetypes 9, latest
--   rows
--     [120]
--     [130]
select * from (
select s2.c2 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '20' as k20, r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, s2k.k21 as c2, s2k.k21 as c3 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c2, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c3 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and (s2.c3 < $1::jsonb) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- two quantities as a whole
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value > o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
--         project: c0 = s2.c3, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (case when s2.c6 is not distinct from s2.c7 and s2.c8 is not distinct from s2.c9 then s2.c4 > s2.c5 end)
--               instances s2: c0 = i3.vec, c1 = i4.vec, c2 = i5.vec, c3 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end, c4 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end, c5 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i5.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k24 end end, c6 = case jsonb_typeof(s2k.k22) when 'object' then s2k.k22 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k22 -> (i4.vec)[1]) when 'null' then s2k.k22 -> 0 else s2k.k22 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k22 end end, c7 = case jsonb_typeof(s2k.k25) when 'object' then s2k.k25 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k25 -> (i5.vec)[1]) when 'null' then s2k.k25 -> 0 else s2k.k25 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k25 end end, c8 = null::jsonb, c9 = null::jsonb
--                 vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--                 vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                 vectors i5: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                 roots r1 of archetypes 9, latest
--   rows
--     [150]
--     [130]
select * from (
select s2.c3 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '20' as k20, r1.leaves -> '23' as k23, r1.leaves -> '21' as k21, r1.leaves -> '24' as k24, r1.leaves -> '22' as k22, r1.leaves -> '25' as k25 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, null as c2, s2k.k21 as c3, s2k.k21 as c4, s2k.k24 as c5, s2k.k22 as c6, s2k.k25 as c7, null::jsonb as c8, null::jsonb as c9 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, i5.vec as c2, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c3, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c4, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i5.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k24 end end as c5, case jsonb_typeof(s2k.k22) when 'object' then s2k.k22 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k22 -> (i4.vec)[1]) when 'null' then s2k.k22 -> 0 else s2k.k22 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k22 end end as c6, case jsonb_typeof(s2k.k25) when 'object' then s2k.k25 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k25 -> (i5.vec)[1]) when 'null' then s2k.k25 -> 0 else s2k.k25 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k25 end end as c7, null::jsonb as c8, null::jsonb as c9 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i5 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and (case when s2.c6 is not distinct from s2.c7 and s2.c8 is not distinct from s2.c9 then s2.c4 > s2.c5 end) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- path against path
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude, o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude > o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
--         project: c0 = s2.c3, c1 = s2.c4, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (s2.c3 > s2.c4)
--               instances s2: c0 = i3.vec[:1], c1 = i3.vec, c2 = i4.vec, c3 = i3.value, c4 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end
--                 vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0
--                 vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec[:1]
--                 roots r1 of archetypes 9, latest
--   rows
--     [150,95]
--     [130,80]
select * from (
select s2.c3 as c0, s2.c4 as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '21' as k21, r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '23' as k23, r1.leaves -> '24' as k24 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, null as c2, s2k.k21 as c3, s2k.k24 as c4 where (jsonb_typeof(s2k.k21) in ('array', 'object') or jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is not true
    union all
    select i3.vec[:1] as c0, i3.vec as c1, i4.vec as c2, i3.value as c3, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end as c4 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0) i3 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec[:1]) i4 on true where (jsonb_typeof(s2k.k21) in ('array', 'object') or jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and (s2.c3 > s2.c4) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- an instant with an offset
--   SELECT c/name/value FROM COMPOSITION c WHERE c/context/start_time/value = '2024-03-01T09:00:00Z'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (r1/context/start_time/# = $jsonb)
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (r1.leaves -> '1' = $1::jsonb) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- a date against a date and time
--   SELECT c/name/value FROM COMPOSITION c WHERE c/context/start_time >= '2024-04'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (r1/context/start_time/# >= $jsonb)
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (r1.leaves -> '1' >= $1::jsonb) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- text by code point
--   SELECT c/name/value FROM COMPOSITION c WHERE c/name/value < 'Q' AND c/name/value >= 'D'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (((r1/name/value) collate "C" < $text) and ((r1/name/value) collate "C" >= $text))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (((r1.leaves ->> '75') collate "C" < $1::text) and ((r1.leaves ->> '75') collate "C" >= $2::text)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- LIKE
--   SELECT c/name/value FROM COMPOSITION c WHERE c/name/value LIKE 'D*ge ?etter'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (r1/name/value like $text)
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (r1.leaves ->> '75' like $1::text) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- LIKE of what SQL takes for wildcards
--   SELECT c/name/value FROM COMPOSITION c WHERE c/name/value LIKE '%_*'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (r1/name/value like $text)
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (r1.leaves ->> '75' like $1::text) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- a list
--   SELECT c/name/value FROM COMPOSITION c WHERE c/name/value matches {'Problems', 'Visit 1'}
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (r1/name/value = any($text[]))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Problems"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (r1.leaves ->> '75' = any($1::text[])) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- not in a list with something of another kind
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE NOT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude matches {120, 'x'}
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1
--         project: c0 = s2.c2, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: not ((s2.c2 = any($jsonb[])))
--               instances s2: c0 = i3.vec, c1 = i4.vec, c2 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end
--                 vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--                 vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                 roots r1 of archetypes 9, latest
--   rows
select * from (
select s2.c2 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '20' as k20, r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, s2k.k21 as c2 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c2 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and not ((s2.c2 = any($1::jsonb[]))) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- in a list with something of another kind
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude matches {120, 'x'}
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0
--         project: c0 = s2.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (s2.c1 = any($jsonb[]))
--               instances s2: c0 = i3.vec, c1 = i3.value
--                 vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0
--                 roots r1 of archetypes 9, latest
--   rows
--     [120]
select * from (
select s2.c1 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, s2k.k21 as c1 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i3.value as c1 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0) i3 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and (s2.c1 = any($1::jsonb[])) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- the id of an object is that of its versions
--   SELECT c/name/value FROM COMPOSITION c WHERE c/uid/value = 'enc'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (r1.ehr_id in (select o.ehr_id from cairn.versioned_object o where o.object_id = $uuid) and (case when $boolean then split_part(r1/uid/value, '::', 1) else r1/uid/value end = $text))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (r1.ehr_id in (select o.ehr_id from cairn.versioned_object o where o.object_id = $1::uuid) and (case when $2::boolean then split_part(r1.leaves ->> '88', '::', 1) else r1.leaves ->> '88' end = $3::text)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- NOT of what is unknown
--   SELECT c/name/value FROM COMPOSITION c WHERE NOT c/context/start_time/value = '2024-04-02T08:30:00Z'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: not ((r1/context/start_time/# = $jsonb))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not ((r1.leaves -> '1' = $1::jsonb)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- a value set, once a terminology has expanded it
--   SELECT c/name/value FROM COMPOSITION c WHERE c/category/defining_code/code_string matches {'x', TERMINOLOGY('expand', 'hl7.org/fhir/4.0', 'url=http://example.org/vs')}
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (case when r1/category/defining_code/code_string is not null then r1/category/defining_code/code_string = any($text[]) end)
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (case when coalesce(r1.leaves ->> '5', (select s.leaves ->> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) is not null then coalesce(r1.leaves ->> '5', (select s.leaves ->> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) = any($1::text[]) end) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- a value set by its URI
--   SELECT c/name/value FROM COMPOSITION c WHERE c/category/defining_code/code_string matches {terminology://openehr/expand?group=setting}
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (case when r1/category/defining_code/code_string is not null then r1/category/defining_code/code_string = any($text[]) end)
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (case when coalesce(r1.leaves ->> '5', (select s.leaves ->> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) is not null then coalesce(r1.leaves ->> '5', (select s.leaves ->> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) = any($1::text[]) end) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- codes with their terminology
--   SELECT c/name/value FROM COMPOSITION c WHERE c/category/defining_code matches {terminology://openehr/expand?group=setting}
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (case when (r1/category/defining_code/code_string #>> '{}') is not null then ((r1/category/defining_code/code_string #>> '{}') = any($text[]) or (r1/category/defining_code/terminology_id/value #>> '{}') || E'\x1f' || (r1/category/defining_code/code_string #>> '{}') = any($text[]) or split_part((r1/category/defining_code/terminology_id/value #>> '{}'), '(', 1) || E'\x1f' || (r1/category/defining_code/code_string #>> '{}') = any($text[]) or $boolean) end)
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (case when (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') is not null then ((coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($1::text[]) or (coalesce(r1.leaves -> '6', (select s.leaves -> '6' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') || E'\x1f' || (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($2::text[]) or split_part((coalesce(r1.leaves -> '6', (select s.leaves -> '6' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}'), '(', 1) || E'\x1f' || (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($2::text[]) or $3::boolean) end) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- codes outside of a value set
--   SELECT c/name/value FROM COMPOSITION c WHERE NOT c/context/setting/defining_code matches TERMINOLOGY('expand', 'hl7.org/fhir/4.0', 'url=http://example.org/vs')
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: not ((case when (r1/context/setting/defining_code/code_string #>> '{}') is not null then ((r1/context/setting/defining_code/code_string #>> '{}') = any($text[]) or (r1/context/setting/defining_code/terminology_id/value #>> '{}') || E'\x1f' || (r1/context/setting/defining_code/code_string #>> '{}') = any($text[]) or split_part((r1/context/setting/defining_code/terminology_id/value #>> '{}'), '(', 1) || E'\x1f' || (r1/context/setting/defining_code/code_string #>> '{}') = any($text[]) or $boolean) end))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not ((case when (coalesce(r1.leaves -> '16', (select s.leaves -> '16' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') is not null then ((coalesce(r1.leaves -> '16', (select s.leaves -> '16' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($1::text[]) or (coalesce(r1.leaves -> '17', (select s.leaves -> '17' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') || E'\x1f' || (coalesce(r1.leaves -> '16', (select s.leaves -> '16' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($2::text[]) or split_part((coalesce(r1.leaves -> '17', (select s.leaves -> '17' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}'), '(', 1) || E'\x1f' || (coalesce(r1.leaves -> '16', (select s.leaves -> '16' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($2::text[]) or $3::boolean) end)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- codes in a value set that is empty
--   SELECT c/name/value FROM COMPOSITION c WHERE NOT c/category/defining_code matches TERMINOLOGY('expand', 'hl7.org/fhir/4.0', 'url=none')
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: not ((case when (r1/category/defining_code/code_string #>> '{}') is not null then ((r1/category/defining_code/code_string #>> '{}') = any($text[]) or (r1/category/defining_code/terminology_id/value #>> '{}') || E'\x1f' || (r1/category/defining_code/code_string #>> '{}') = any($text[]) or split_part((r1/category/defining_code/terminology_id/value #>> '{}'), '(', 1) || E'\x1f' || (r1/category/defining_code/code_string #>> '{}') = any($text[]) or $boolean) end))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not ((case when (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') is not null then ((coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($1::text[]) or (coalesce(r1.leaves -> '6', (select s.leaves -> '6' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') || E'\x1f' || (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($2::text[]) or split_part((coalesce(r1.leaves -> '6', (select s.leaves -> '6' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}'), '(', 1) || E'\x1f' || (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($2::text[]) or $3::boolean) end)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- codes against an answer that is no list
--   SELECT c/name/value FROM COMPOSITION c WHERE NOT c/category/defining_code matches {TERMINOLOGY('lookup', 'openehr', 'code=1')}
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: not ((case when (r1/category/defining_code/code_string #>> '{}') is not null then ((r1/category/defining_code/code_string #>> '{}') = any($text[]) or (r1/category/defining_code/terminology_id/value #>> '{}') || E'\x1f' || (r1/category/defining_code/code_string #>> '{}') = any($text[]) or split_part((r1/category/defining_code/terminology_id/value #>> '{}'), '(', 1) || E'\x1f' || (r1/category/defining_code/code_string #>> '{}') = any($text[]) or $boolean) end))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not ((case when (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') is not null then ((coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($1::text[]) or (coalesce(r1.leaves -> '6', (select s.leaves -> '6' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') || E'\x1f' || (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($2::text[]) or split_part((coalesce(r1.leaves -> '6', (select s.leaves -> '6' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}'), '(', 1) || E'\x1f' || (coalesce(r1.leaves -> '5', (select s.leaves -> '5' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) #>> '{}') = any($2::text[]) or $3::boolean) end)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- outside of a value set that is empty
--   SELECT c/name/value FROM COMPOSITION c WHERE NOT c/context/end_time/value matches TERMINOLOGY('expand', 'hl7.org/fhir/4.0', 'url=none')
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: not ((case when r1/context/end_time/# is not null then r1/context/end_time/# = any($jsonb[]) end))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not ((case when r1.leaves -> '12' is not null then r1.leaves -> '12' = any($1::jsonb[]) end)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- NULL is equal to nothing
--   SELECT c/name/value FROM COMPOSITION c WHERE c/name/value = NULL OR c/name/value != NULL
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: ((r1/name/value = $text) or (r1/name/value <> $text))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and ((r1.leaves ->> '75' = $1::text) or (r1.leaves ->> '75' <> $2::text)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- AND binds before OR
--   SELECT c/name/value FROM COMPOSITION c WHERE c/name/value = 'Problems' OR c/composer/name = 'Dr. Ada' AND c/name/value = 'Visit 1'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: ((r1/name/value = $text) or ((r1/composer/name = $text) and (r1/name/value = $text)))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Problems"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and ((r1.leaves ->> '75' = $1::text) or ((r1.leaves ->> '8' = $2::text) and (r1.leaves ->> '75' = $3::text))) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- EXISTS
--   SELECT c/name/value FROM COMPOSITION c WHERE EXISTS c/context/end_time
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: coalesce(r1.leaves ?| array['12', '13'], false)
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and coalesce(r1.leaves ?| array['12', '13'], false) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- NOT EXISTS
--   SELECT c/name/value FROM COMPOSITION c WHERE NOT EXISTS c/context/participations
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: not (coalesce(r1.leaves ?| array['14', '15'], false))
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and not (coalesce(r1.leaves ?| array['14', '15'], false)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- EXISTS drops the rows without a value
--   SELECT o/data[at0001]/events[at0006]/name/value, o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE EXISTS o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1
--         project: c0 = s2.c2, c1 = s2.c3, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: coalesce(s2.c4, false)
--               instances s2: c0 = i3.vec[:1], c1 = i3.vec, c2 = coalesce((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec[:1])[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k29 end end) #>> '{}', (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec[:1])[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k30 end end) #>> '{}'), c3 = i3.value, c4 = (i3.value) is not null
--                 vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 when 'array' then null else case when s2k.k24 is not null then jsonb_build_object('0.0', s2k.k24) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k24 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k24) when 'array' then s2k.k24 end) with ordinality n (v, i) offset 0
--                 roots r1 of archetypes 9, latest
--   rows
--     ["At rest",95]
--     ["Lying",80]
select * from (
select s2.c2 as c0, s2.c3 as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '24' as k24, r1.leaves -> '29' as k29, r1.leaves -> '30' as k30 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, coalesce((s2k.k29) #>> '{}', (s2k.k30) #>> '{}') as c2, s2k.k24 as c3, r1.leaves ?| array['24'] as c4 where (jsonb_typeof(s2k.k24) in ('array', 'object') or jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is not true
    union all
    select i3.vec[:1] as c0, i3.vec as c1, coalesce((case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k29 -> (i3.vec[:1])[1]) when 'null' then s2k.k29 -> 0 else s2k.k29 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k29 end end) #>> '{}', (case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 -> array_to_string(i3.vec[:1], '.') when 'array' then case when 0 = all((i3.vec[:1])[2:]) then case jsonb_typeof(s2k.k30 -> (i3.vec[:1])[1]) when 'null' then s2k.k30 -> 0 else s2k.k30 -> (i3.vec[:1])[1] end end else case when 0 = all(i3.vec[:1]) then s2k.k30 end end) #>> '{}') as c2, i3.value as c3, (i3.value) is not null as c4 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 when 'array' then null else case when s2k.k24 is not null then jsonb_build_object('0.0', s2k.k24) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k24 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k24) when 'array' then s2k.k24 end) with ordinality n (v, i) offset 0) i3 where (jsonb_typeof(s2k.k24) in ('array', 'object') or jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and coalesce(s2.c4, false) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- EXISTS of something beside the column
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE NOT EXISTS o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1
--         project: c0 = s2.c2, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: not (coalesce(s2.c3, false))
--               instances s2: c0 = i3.vec, c1 = i4.vec, c2 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end, c3 = (exists (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 when 'array' then null else case when s2k.k24 is not null then jsonb_build_object('0.0', s2k.k24) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k24) when 'array' then s2k.k24 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) and i3.vec is not null)
--                 vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--                 vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                 roots r1 of archetypes 9, latest
--   rows
--     [120]
select * from (
select s2.c2 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '20' as k20, r1.leaves -> '21' as k21, r1.leaves -> '24' as k24 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, s2k.k21 as c2, r1.leaves ?| array['24'] as c3 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c2, (exists (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 when 'array' then null else case when s2k.k24 is not null then jsonb_build_object('0.0', s2k.k24) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k24) when 'array' then s2k.k24 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) and i3.vec is not null) as c3 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and not (coalesce(s2.c3, false)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- EXISTS of what no column has makes no rows
--   SELECT COUNT(*) FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE EXISTS o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       aggregate: c0 = count(*)
--         filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           filter: coalesce(r1.leaves ?| array['21'], false)
--             roots r1 of archetypes 9, latest
--   rows
--     [1]
select * from (
select count(*) as c0
from cairn.root r1
where (r1.archetype_key = 9 and r1.latest and coalesce(r1.leaves ?| array['21'], false) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- EXISTS in a nested archetype
--   SELECT o/name/value FROM OBSERVATION o WHERE EXISTS o/protocol[at0011]/items[openEHR-EHR-CLUSTER.device.v1]/items[at0001]/value/value
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: coalesce(some of [filter: x2 attached to r1 by paths 79 and x2.leaves ?| array['61']; table root x2], false)
--             contain
--               rows document
--                 first 1001 by the order of commits
--                   order: document.commit_number
--                     project: ehr_id = document.ehr_id, commit_number = document.commit_number
--                       filter: document.latest and document.num = 0 and some of [filter: coalesce(some of [filter: x2 attached to r1 by paths 79 and x2.leaves ?| array['61']; table root x2], false) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable); filter: r1 in the same version as document; roots r1 of archetypes 9, 10, latest]
--                         table root document
--               filter: r1 in the same version as document
--                 roots r1 of archetypes 9, 10, latest
--   rows
--     ["Left arm"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from (select document.ehr_id as ehr_id, document.commit_number as commit_number
from cairn.root document
where (document.latest and document.num = 0 and exists (select from cairn.root r1 where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r1.ehr_id = document.ehr_id and r1.commit_number = document.commit_number and coalesce(exists (select from cairn.root x2 where (x2.ehr_id = r1.ehr_id and x2.commit_number = r1.commit_number and x2.parent = r1.num and x2.via = any('{79}'::integer[]) and x2.leaves ?| array['61'])), false) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))))
order by document.commit_number
limit 1001) document
  cross join cairn.root r1
where (r1.archetype_key = any('{9,10}'::integer[]) and r1.latest and r1.ehr_id = document.ehr_id and r1.commit_number = document.commit_number and coalesce(exists (select from cairn.root x2 where (x2.ehr_id = r1.ehr_id and x2.commit_number = r1.commit_number and x2.parent = r1.num and x2.via = any('{79}'::integer[]) and x2.leaves ?| array['61'])), false))
order by r1.commit_number, r1.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- EXISTS of a variable of OR
--   SELECT c/name/value FROM COMPOSITION c CONTAINS (OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] OR EVALUATION v) WHERE NOT EXISTS o/name
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r2.num, r3.num
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: not (coalesce(r2.leaves ?| array['75'], false))
--               contain
--                 roots r1 of archetypes 3, 4, 5, latest, outermost
--                 filter: ((r2.num) is not null or (r3.num) is not null)
--                   choice
--                     filter: r2 inside r1
--                       roots r2 of archetypes 9, latest
--                     filter: r3 inside r1
--                       roots r3 of archetypes 7, latest
--   rows
--     ["Discharge letter"]
--     ["Problems"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
  left join cairn.root r2 on (r2.archetype_key = 9 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0)
  left join cairn.root r3 on (r3.archetype_key = 7 and r3.latest and r3.ehr_id = r1.ehr_id and r3.commit_number = r1.commit_number and r3.num > 0)
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and ((r2.num) is not null or (r3.num) is not null) and not (coalesce(r2.leaves ?| array['75'], false)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r2.num, r3.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- functions
--   SELECT LENGTH(c/name/value), SUBSTRING(c/name/value, 1, 3), CONCAT(c/name/value, '!'), POSITION('i', c/name/value) FROM COMPOSITION c WHERE CONTAINS(c/name/value, 'i') = true
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = to_jsonb(char_length(coalesce(r1/name/value))), c1 = substring(coalesce(r1/name/value) from $integer for $integer), c2 = (coalesce(r1/name/value) || $text), c3 = to_jsonb(strpos(coalesce(r1/name/value), $text)), ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (to_jsonb(strpos(coalesce(r1/name/value), $text) > 0) = $jsonb)
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     [16,"Dis","Discharge letter!",2]
--     [7,"Vis","Visit 1!",2]
select * from (
select to_jsonb(char_length(coalesce(r1.leaves ->> '75'))) as c0, substring(coalesce(r1.leaves ->> '75') from $1::integer for $2::integer) as c1, (coalesce(r1.leaves ->> '75') || $3::text) as c2, to_jsonb(strpos(coalesce(r1.leaves ->> '75'), $4::text)) as c3, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and (to_jsonb(strpos(coalesce(r1.leaves ->> '75'), $5::text) > 0) = $6::jsonb) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $7::bigint
offset $8::bigint limit $9::bigint

-- functions of numbers
--   SELECT ABS(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), CEIL(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), FLOOR(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), ROUND(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude) FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1
--         project: c0 = to_jsonb(abs((s2.c2)::numeric)), c1 = to_jsonb(ceil((s2.c2)::numeric)), c2 = to_jsonb(floor((s2.c2)::numeric)), c3 = to_jsonb(round((s2.c2)::numeric)), ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s2: c0 = i3.vec, c1 = i4.vec, c2 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end
--               vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--               vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--               roots r1 of archetypes 9, latest
--   rows
--     [150,150,150,150]
--     [120,120,120,120]
--     [130,130,130,130]
select * from (
select to_jsonb(abs((s2.c2)::numeric)) as c0, to_jsonb(ceil((s2.c2)::numeric)) as c1, to_jsonb(floor((s2.c2)::numeric)) as c2, to_jsonb(round((s2.c2)::numeric)) as c3, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '20' as k20, r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, s2k.k21 as c2 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c2 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- functions of constants
--   SELECT CONCAT('a', 'b'), NOW(), LENGTH('abc'), c/name/value FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = $jsonb, c1 = $jsonb, c2 = $jsonb, c3 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["ab","2026-11-14T10:00:00.000+00:00",3,"Discharge letter"]
--     ["ab","2026-11-14T10:00:00.000+00:00",3,"Problems"]
--     ["ab","2026-11-14T10:00:00.000+00:00",3,"Visit 1"]
select * from (
select $1::jsonb as c0, $2::jsonb as c1, $3::jsonb as c2, r1.leaves ->> '75' as c3, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- ORDER BY, missing values last
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] ORDER BY o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: s2.c2, r1.commit_number, r1.num, s2.c0, s2.c1
--         project: c0 = s2.c2, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s2: c0 = i3.vec, c1 = i4.vec, c2 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end
--               vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--               vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--               roots r1 of archetypes 9, latest
--   rows
--     [80]
--     [95]
--     [null]
select * from (
select s2.c2 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '23' as k23, r1.leaves -> '24' as k24 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, s2k.k24 as c2 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end as c2 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by s2.c2, r1.commit_number, r1.num, s2.c0, s2.c1
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- ORDER BY descending, missing values first
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] ORDER BY o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude DESC
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: s2.c2 desc, r1.commit_number, r1.num, s2.c0, s2.c1
--         project: c0 = s2.c2, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s2: c0 = i3.vec, c1 = i4.vec, c2 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end
--               vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--               vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--               roots r1 of archetypes 9, latest
--   rows
--     [null]
--     [95]
--     [80]
select * from (
select s2.c2 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '23' as k23, r1.leaves -> '24' as k24 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, s2k.k24 as c2 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end as c2 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by s2.c2 desc, r1.commit_number, r1.num, s2.c0, s2.c1
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- ORDER BY what is not selected
--   SELECT c/name/value FROM COMPOSITION c ORDER BY c/context/start_time DESC, c/name/value
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1/context/start_time/# desc, (r1/name/value) collate "C", r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Problems"]
--     ["Discharge letter"]
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.leaves -> '1' desc, (r1.leaves ->> '75') collate "C", r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- ORDER BY event time, the newest first, in one EHR
--   SELECT c/name/value, o/data[at0001]/events[at0006]/time/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE e/ehr_id/value = 'one' ORDER BY o/data[at0001]/events[at0006]/time/value DESC LIMIT 10
--   nodes
--     page: skip $bigint, take $bigint, of the first 11 rows
--       order: s3.c2 desc, r1.commit_number, r2.num, s3.c0
--         project: c0 = r1/name/value, c1 = s3.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: r1.ehr_id = $uuid
--               instances s3: c0 = i4.vec, c1 = case jsonb_typeof(s3k.k32) when 'object' then s3k.k32 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s3k.k32 -> (i4.vec)[1]) when 'null' then s3k.k32 -> 0 else s3k.k32 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s3k.k32 end end, c2 = case jsonb_typeof(s3k.k31) when 'object' then s3k.k31 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s3k.k31 -> (i4.vec)[1]) when 'null' then s3k.k31 -> 0 else s3k.k31 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s3k.k31 end end
--                 vectors i4: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s3k.k29) when 'object' then s3k.k29 when 'array' then null else case when s3k.k29 is not null then jsonb_build_object('0', s3k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s3k.k29) when 'array' then s3k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s3k.k30) when 'object' then s3k.k30 when 'array' then null else case when s3k.k30 is not null then jsonb_build_object('0', s3k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s3k.k30) when 'array' then s3k.k30 end) with ordinality n (v, i))
--                 contain
--                   roots r1 of archetypes 3, 4, 5, latest, outermost
--                   filter: r2 inside r1
--                     rows r2
--                       one after the other
--                         first 11 by the index of event times
--                           order: r2.event_time desc, r2.commit_number, r2.num
--                             project: ehr_id = r2.ehr_id, commit_number = r2.commit_number, num = r2.num, cap = r2.cap, parent = r2.parent, via = r2.via, at = r2.at, archetype_key = r2.archetype_key, latest = r2.latest, leaves = r2.leaves, shared_key = r2.shared_key, event_path = r2.event_path, event_time = r2.event_time
--                               filter: r2.ehr_id = $uuid and r2.event_path = 31
--                                 roots r2 of archetypes 9, latest
--                         project: ehr_id = r2.ehr_id, commit_number = r2.commit_number, num = r2.num, cap = r2.cap, parent = r2.parent, via = r2.via, at = r2.at, archetype_key = r2.archetype_key, latest = r2.latest, leaves = r2.leaves, shared_key = r2.shared_key, event_path = r2.event_path, event_time = r2.event_time
--                           filter: r2.ehr_id = $uuid and r2.event_path < 31
--                             roots r2 of archetypes 9, latest
--                         project: ehr_id = r2.ehr_id, commit_number = r2.commit_number, num = r2.num, cap = r2.cap, parent = r2.parent, via = r2.via, at = r2.at, archetype_key = r2.archetype_key, latest = r2.latest, leaves = r2.leaves, shared_key = r2.shared_key, event_path = r2.event_path, event_time = r2.event_time
--                           filter: r2.ehr_id = $uuid and r2.event_path > 31
--                             roots r2 of archetypes 9, latest
--   rows
--     ["Visit 1","2024-03-01T10:20:00+01:00"]
--     ["Visit 1","2024-03-01T10:00:00+01:00"]
--     ["Visit 1","2023-12-31T10:00:00+01:00"]
select * from (
select r1.leaves ->> '75' as c0, s3.c1 as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join (select * from (select r2.ehr_id as ehr_id, r2.commit_number as commit_number, r2.num as num, r2.cap as cap, r2.parent as parent, r2.via as via, r2.at as at, r2.archetype_key as archetype_key, r2.latest as latest, r2.leaves as leaves, r2.shared_key as shared_key, r2.event_path as event_path, r2.event_time as event_time
from cairn.root r2
where (r2.archetype_key = 9 and r2.latest and r2.ehr_id = $1::uuid and r2.event_path = 31)
order by r2.event_time desc, r2.commit_number, r2.num
limit 11) part0 union all select * from (select r2.ehr_id as ehr_id, r2.commit_number as commit_number, r2.num as num, r2.cap as cap, r2.parent as parent, r2.via as via, r2.at as at, r2.archetype_key as archetype_key, r2.latest as latest, r2.leaves as leaves, r2.shared_key as shared_key, r2.event_path as event_path, r2.event_time as event_time
from cairn.root r2
where (r2.archetype_key = 9 and r2.latest and r2.ehr_id = $1::uuid and r2.event_path < 31)) part1 union all select * from (select r2.ehr_id as ehr_id, r2.commit_number as commit_number, r2.num as num, r2.cap as cap, r2.parent as parent, r2.via as via, r2.at as at, r2.archetype_key as archetype_key, r2.latest as latest, r2.leaves as leaves, r2.shared_key as shared_key, r2.event_path as event_path, r2.event_time as event_time
from cairn.root r2
where (r2.archetype_key = 9 and r2.latest and r2.ehr_id = $1::uuid and r2.event_path > 31)) part2) r2
  cross join lateral (select r2.leaves -> '29' as k29, r2.leaves -> '30' as k30, r2.leaves -> '32' as k32, r2.leaves -> '31' as k31 offset 0) s3k
  cross join lateral (
    select null as c0, s3k.k32 as c1, s3k.k31 as c2 where (jsonb_typeof(s3k.k29) in ('array', 'object') or jsonb_typeof(s3k.k30) in ('array', 'object')) is not true
    union all
    select i4.vec as c0, case jsonb_typeof(s3k.k32) when 'object' then s3k.k32 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s3k.k32 -> (i4.vec)[1]) when 'null' then s3k.k32 -> 0 else s3k.k32 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s3k.k32 end end as c1, case jsonb_typeof(s3k.k31) when 'object' then s3k.k31 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s3k.k31 -> (i4.vec)[1]) when 'null' then s3k.k31 -> 0 else s3k.k31 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s3k.k31 end end as c2 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s3k.k29) when 'object' then s3k.k29 when 'array' then null else case when s3k.k29 is not null then jsonb_build_object('0', s3k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s3k.k29) when 'array' then s3k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s3k.k30) when 'object' then s3k.k30 when 'array' then null else case when s3k.k30 is not null then jsonb_build_object('0', s3k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s3k.k30) when 'array' then s3k.k30 end) with ordinality n (v, i))) i4 on true where (jsonb_typeof(s3k.k29) in ('array', 'object') or jsonb_typeof(s3k.k30) in ('array', 'object')) is true
  ) s3
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and r1.ehr_id = $2::uuid and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by s3.c2 desc, r1.commit_number, r2.num, s3.c0
limit 11
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- ORDER BY the start of versions, in one EHR
--   SELECT v/uid/value, c/name/value FROM EHR e[ehr_id/value = 'one'] CONTAINS VERSION v CONTAINS COMPOSITION c WHERE c/name/value != 'x' ORDER BY c/context/start_time/value DESC LIMIT 10
--   nodes
--     page: skip $bigint, take $bigint, of the first 11 rows
--       if that is enough, of the first 88; else of all
--         order: r1.start desc, r1.commit_number
--           project: c0 = v2.object_id || '::' || v2.system_id || '::' || v2.version, c1 = r1/name/value, ehr = r1.ehr_id
--             filter: (r1/name/value <> $text)
--               lookup table version v2 on v2 in the same version as r1
--                 rows r1
--                   first 88 by the index of start times
--                     order: r1/context/start_time/# desc, r1.commit_number
--                       project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time, start = r1/context/start_time/#
--                         filter: r1.ehr_id = $uuid and r1.ehr_id = $uuid
--                           roots r1 of archetypes 3, 4, 5, latest, outermost
--         order: r1/context/start_time/# desc, r1.commit_number
--           project: c0 = v2.object_id || '::' || v2.system_id || '::' || v2.version, c1 = r1/name/value, ehr = r1.ehr_id
--             filter: (r1/name/value <> $text)
--               lookup table version v2 on v2 in the same version as r1
--                 filter: r1.ehr_id = $uuid
--                   roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["a330395c-c0a5-4ad1-a077-36546afff473::sys::1","Problems"]
--     ["ca27e538-f3b1-43aa-a14e-8076310781ed::sys::1","Discharge letter"]
--     ["5fb2ab76-ed9b-4a03-ab19-2c48c7069359::sys::2","Visit 1"]
select * from (
with narrow as materialized (select v2.object_id || '::' || v2.system_id || '::' || v2.version as c0, r1.leaves ->> '75' as c1, r1.ehr_id as ehr
from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time, r1.leaves -> '1' as start
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id = $1::uuid and r1.ehr_id = $2::uuid)
order by r1.leaves -> '1' desc, r1.commit_number
limit 88) r1
  join cairn.version v2 on v2.ehr_id = r1.ehr_id and v2.commit_number = r1.commit_number
where (r1.leaves ->> '75' <> $3::text)
order by r1.start desc, r1.commit_number
limit 11), enough as materialized (
select (select count(*) from narrow) >= 11 or (select count(*) from (select r1.leaves -> '1' as start
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id = $1::uuid and r1.ehr_id = $2::uuid)
limit 89) counted) <= 88 as found)
select narrow.* from narrow where (select enough.found from enough) union all select * from (select v2.object_id || '::' || v2.system_id || '::' || v2.version as c0, r1.leaves ->> '75' as c1, r1.ehr_id as ehr
from cairn.root r1
  join cairn.version v2 on v2.ehr_id = r1.ehr_id and v2.commit_number = r1.commit_number
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id = $1::uuid and (r1.leaves ->> '75' <> $3::text))
order by r1.leaves -> '1' desc, r1.commit_number) whole where not (select enough.found from enough)
limit 11
) answer where (select d.generation from cairn.dictionary_state d) = $4::bigint
offset $5::bigint limit $6::bigint

-- ORDER BY the start of compositions, LIMIT, in one EHR
--   SELECT c/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE e/ehr_id/value = 'one' ORDER BY c/context/start_time/value DESC LIMIT 10
--   nodes
--     page: skip $bigint, take $bigint, of the first 11 rows
--       if that is enough, of the first 88; else of all
--         order: r1.start desc, r1.commit_number, r2.num
--           project: c0 = r1/name/value, c1 = r2/name/value, ehr = r1.ehr_id
--             contain
--               rows r1
--                 first 11
--                   order: r1.start desc, r1.commit_number
--                     project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time, start = r1.start
--                       filter: some of [filter: r2 inside r1; roots r2 of archetypes 9, latest]
--                         rows r1
--                           first 88 by the index of start times
--                             order: r1/context/start_time/# desc, r1.commit_number
--                               project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time, start = r1/context/start_time/#
--                                 filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and r1.ehr_id = $uuid
--                                   roots r1 of archetypes 3, 4, 5, latest, outermost
--               filter: r2 inside r1
--                 roots r2 of archetypes 9, latest
--         order: r1/context/start_time/# desc, r1.commit_number, r2.num
--           project: c0 = r1/name/value, c1 = r2/name/value, ehr = r1.ehr_id
--             filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--               filter: r1.ehr_id = $uuid
--                 contain
--                   roots r1 of archetypes 3, 4, 5, latest, outermost
--                   filter: r2 inside r1
--                     roots r2 of archetypes 9, latest
--   rows
--     ["Visit 1","Left arm"]
select * from (
with narrow as materialized (select r1.leaves ->> '75' as c0, r2.leaves ->> '75' as c1, r1.ehr_id as ehr
from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time, r1.start as start
from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time, r1.leaves -> '1' as start
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and r1.ehr_id = $1::uuid)
order by r1.leaves -> '1' desc, r1.commit_number
limit 88) r1
where exists (select from cairn.root r2 where (r2.archetype_key = 9 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0))
order by r1.start desc, r1.commit_number
limit 11) r1
  cross join cairn.root r2
where (r2.archetype_key = 9 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0)
order by r1.start desc, r1.commit_number, r2.num
limit 11), enough as materialized (
select (select count(*) from narrow) >= 11 or (select count(*) from (select r1.leaves -> '1' as start
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and r1.ehr_id = $1::uuid)
limit 89) counted) <= 88 as found)
select narrow.* from narrow where (select enough.found from enough) union all select * from (select r1.leaves ->> '75' as c0, r2.leaves ->> '75' as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join cairn.root r2
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r2.archetype_key = 9 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and r1.ehr_id = $2::uuid and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.leaves -> '1' desc, r1.commit_number, r2.num) whole where not (select enough.found from enough)
limit 11
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- ORDER BY an alias
--   SELECT c/name/value AS name FROM COMPOSITION c ORDER BY name DESC
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: (r1/name/value) collate "C" desc, r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Visit 1"]
--     ["Problems"]
--     ["Discharge letter"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by (r1.leaves ->> '75') collate "C" desc, r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- DISTINCT
--   SELECT DISTINCT c/composer/name FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       distinct: c0 = r1/composer/name, each in the place of the first
--         order: r1.commit_number
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Dr. Dee"]
--     ["Dr. Ada"]
select * from (
select c0 from (
select r1.leaves ->> '8' as c0, r1.commit_number as place
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
) each group by c0 order by min(place)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- DISTINCT over what some documents lack
--   SELECT DISTINCT c/composer/name, c/content[name/value='Diagnosis']/archetype_node_id FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       distinct: c0 = r1/composer/name, c1 = case when r2.num is not null then (select a.archetype_id from cairn.archetype a where a.archetype_key = r2.archetype_key) end, each in the place of the first
--         order: r1.commit_number * 4194304 + coalesce(r2.num, 0)
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             lookup optional table root r2 on r2 attached to r1 by paths 11, 10, 9, r2/name/value = $text
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Dr. Dee","openEHR-EHR-EVALUATION.problem_diagnosis.v1"]
--     ["Dr. Ada",null]
select * from (
select c0, c1 from (
select r1.leaves ->> '8' as c0, case when r2.num is not null then (select a.archetype_id from cairn.archetype a where a.archetype_key = r2.archetype_key) end as c1, r1.commit_number * 4194304 + coalesce(r2.num, 0) as place
from cairn.root r1
  left join cairn.root r2 on (r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.parent = r1.num and r2.via = any('{9,10,11}'::integer[]) and r2.leaves ->> '75' = $1::text)
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
) each group by c0, c1 order by min(place)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $2::bigint
offset $3::bigint limit $4::bigint

-- DISTINCT with ORDER BY
--   SELECT DISTINCT c/composer/name FROM COMPOSITION c ORDER BY c/name/value DESC
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       distinct: c0 = r1/composer/name, each in the place of the first
--         order: row_number() over (order by (r1/name/value) collate "C" desc, r1.commit_number)
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Dr. Ada"]
--     ["Dr. Dee"]
select * from (
select c0 from (
select r1.leaves ->> '8' as c0, row_number() over (order by (r1.leaves ->> '75') collate "C" desc, r1.commit_number) as place
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
) each group by c0 order by min(place)
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- LIMIT and OFFSET
--   SELECT c/name/value FROM COMPOSITION c ORDER BY c/name/value LIMIT 1 OFFSET 1
--   nodes
--     page: skip $bigint, take $bigint, of the first 11 rows
--       order: (r1/name/value) collate "C", r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Problems"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by (r1.leaves ->> '75') collate "C", r1.commit_number
limit 11
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- TOP
--   SELECT TOP 2 c/name/value FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 11 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Discharge letter"]
--     ["Problems"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 11
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- aggregates
--   SELECT COUNT(*), COUNT(o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude), COUNT(DISTINCT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), MIN(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), MAX(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), SUM(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), AVG(o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude) FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       aggregate: c0 = count(*), c1 = count(s2.c3), c2 = count(distinct s2.c4), c3 = to_jsonb(min((s2.c4)::numeric)), c4 = to_jsonb(max((s2.c4)::numeric)), c5 = sum((s2.c4)::numeric)::float8, c6 = sum((s2.c3)::numeric)::float8 / count(s2.c3)
--         filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           instances s2: c0 = i3.vec, c1 = i4.vec, c2 = i5.vec, c3 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end, c4 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i5.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k21 end end
--             vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--             vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--             vectors i5: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--             roots r1 of archetypes 9, latest
--   rows
--     [3,2,3,120,150,400,87.5]
select * from (
select count(*) as c0, count(s2.c3) as c1, count(distinct s2.c4) as c2, to_jsonb(min((s2.c4)::numeric)) as c3, to_jsonb(max((s2.c4)::numeric)) as c4, sum((s2.c4)::numeric)::float8 as c5, sum((s2.c3)::numeric)::float8 / count(s2.c3) as c6
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '23' as k23, r1.leaves -> '20' as k20, r1.leaves -> '24' as k24, r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, null as c2, s2k.k24 as c3, s2k.k21 as c4 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, i5.vec as c2, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end as c3, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i5.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k21 end end as c4 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i5 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- MIN and MAX of what nobody has
--   SELECT MIN(c/context/location), MAX(c/context/location) FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       aggregate: c0 = min(null::text), c1 = min(null::text)
--         filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     [null,null]
select * from (
select min(null::text) as c0, min(null::text) as c1
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- aggregates of one value that repeats
--   SELECT AVG(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), COUNT(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), MAX(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude) FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       aggregate: c0 = sum((s2.c1)::numeric)::float8 / count(s2.c1), c1 = count(s2.c1), c2 = to_jsonb(max((s2.c1)::numeric))
--         filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           instances s2: c0 = i3.vec, c1 = i3.value
--             vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0
--             roots r1 of archetypes 9, latest
--   rows
--     [133.33333333333334,3,150]
select * from (
select sum((s2.c1)::numeric)::float8 / count(s2.c1) as c0, count(s2.c1) as c1, to_jsonb(max((s2.c1)::numeric)) as c2
from cairn.root r1
  cross join lateral (select r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, s2k.k21 as c1 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i3.value as c1 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0) i3 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- aggregates of no rows
--   SELECT COUNT(*), MAX(i/name/value) FROM INSTRUCTION i
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       aggregate: c0 = count(*), c1 = min(null::text)
--         filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           roots r1 of archetypes that nobody has, latest
--   rows
--     [0,null]
select * from (
select count(*) as c0, min(null::text) as c1
from cairn.root r1
where (r1.archetype_key = any('{}'::integer[]) and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- the last date is shown as it is written
--   SELECT MAX(c/context/start_time/value), MIN(c/name/value) FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       aggregate: c0 = (array_agg(r1/context/start_time/value order by (r1/context/start_time/#)::numeric desc, r1.commit_number) filter (where r1/context/start_time/value is not null))[1], c1 = min((r1/name/value) collate "C")
--         filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["2024-04-02T08:30:00Z","Discharge letter"]
select * from (
select (array_agg(r1.leaves ->> '19' order by (r1.leaves -> '1')::numeric desc, r1.commit_number) filter (where r1.leaves ->> '19' is not null))[1] as c0, min((r1.leaves ->> '75') collate "C") as c1
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- aggregates beside columns
--   SELECT c/composer/name, COUNT(*) AS n FROM COMPOSITION c ORDER BY n DESC, c/composer/name
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: g.k0 desc, g.c0
--         aggregate by c0: c0 = r1/composer/name, c1 = count(*), k0 = count(*)
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Dr. Dee",2]
--     ["Dr. Ada",1]
select * from (
select c0, c1 from (
select r1.leaves ->> '8' as c0, count(*) as c1, count(*) as k0
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
group by 1
) g
order by g.k0 desc, g.c0 collate "C"
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- groups in the order of their first rows
--   SELECT c/composer/name, COUNT(*) FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: g.place
--         aggregate by c0: c0 = r1/composer/name, c1 = count(*), place = min(r1.commit_number)
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Dr. Dee",2]
--     ["Dr. Ada",1]
select * from (
select c0, c1 from (
select r1.leaves ->> '8' as c0, count(*) as c1, min(r1.commit_number) as place
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
group by 1
) g
order by g.place
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- groups by EHR over two documents
--   SELECT e/ehr_id/value, COUNT(*), MAX(a/context/start_time/value) FROM EHR e CONTAINS (COMPOSITION a[openEHR-EHR-COMPOSITION.encounter.v1] AND COMPOSITION b)
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: g.place
--         aggregate by c0: c0 = e1.ehr_id::text, c1 = count(*), c2 = (array_agg(r2/context/start_time/value order by (r2/context/start_time/#)::numeric desc, e1.created_at, e1.ehr_id, r2.commit_number, r3.commit_number) filter (where r2/context/start_time/value is not null))[1], place = min(array[]::bigint[] || (extract(epoch from e1.created_at) * 1000000)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 1, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 9, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 17, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 25, 8))::bit(32)::bigint || r2.commit_number || r3.commit_number)
--           filter: e1.is_queryable
--             contain
--               table ehr e1
--               product
--                 filter: r2.ehr_id = e1.ehr_id
--                   roots r2 of archetypes 3, latest, outermost
--                 filter: r3.ehr_id = e1.ehr_id
--                   roots r3 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["7692c3ad-3540-4b80-ac02-0b3aee66cd88",3,"2024-03-01T10:00:00+01:00"]
select * from (
select c0, c1, c2 from (
select e1.ehr_id::text as c0, count(*) as c1, (array_agg(r2.leaves ->> '19' order by (r2.leaves -> '1')::numeric desc, e1.created_at, e1.ehr_id, r2.commit_number, r3.commit_number) filter (where r2.leaves ->> '19' is not null))[1] as c2, min(array[]::bigint[] || (extract(epoch from e1.created_at) * 1000000)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 1, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 9, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 17, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 25, 8))::bit(32)::bigint || r2.commit_number || r3.commit_number) as place
from cairn.ehr e1
  cross join cairn.root r2
  cross join cairn.root r3
where (r2.archetype_key = 3 and r2.latest and r2.num = 0 and r2.ehr_id = e1.ehr_id and r3.archetype_key = any('{3,4,5}'::integer[]) and r3.latest and r3.num = 0 and r3.ehr_id = e1.ehr_id and e1.is_queryable)
group by 1
) g
order by g.place
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- groups over two documents
--   SELECT b/composer/name, COUNT(*) AS n FROM EHR e CONTAINS (COMPOSITION a AND COMPOSITION b) ORDER BY n
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: g.k0, g.place
--         aggregate by c0: c0 = r3/composer/name, c1 = count(*), k0 = count(*), place = min(array[]::bigint[] || (extract(epoch from e1.created_at) * 1000000)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 1, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 9, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 17, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 25, 8))::bit(32)::bigint || r2.commit_number || r3.commit_number)
--           filter: e1.is_queryable
--             contain
--               table ehr e1
--               product
--                 filter: r2.ehr_id = e1.ehr_id
--                   roots r2 of archetypes 3, 4, 5, latest, outermost
--                 filter: r3.ehr_id = e1.ehr_id
--                   roots r3 of archetypes 3, 4, 5, latest, outermost
--   rows
--     ["Dr. Ada",3]
--     ["Dr. Dee",6]
select * from (
select c0, c1 from (
select r3.leaves ->> '8' as c0, count(*) as c1, count(*) as k0, min(array[]::bigint[] || (extract(epoch from e1.created_at) * 1000000)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 1, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 9, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 17, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 25, 8))::bit(32)::bigint || r2.commit_number || r3.commit_number) as place
from cairn.ehr e1
  cross join cairn.root r2
  cross join cairn.root r3
where (r2.archetype_key = any('{3,4,5}'::integer[]) and r2.latest and r2.num = 0 and r2.ehr_id = e1.ehr_id and r3.archetype_key = any('{3,4,5}'::integer[]) and r3.latest and r3.num = 0 and r3.ehr_id = e1.ehr_id and e1.is_queryable)
group by 1
) g
order by g.k0, g.place
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- groups of EHRs
--   SELECT e/system_id/value, COUNT(*) FROM EHR e
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: g.place
--         aggregate by c0: c0 = e1.system_id, c1 = count(*), place = min(array[]::bigint[] || (extract(epoch from e1.created_at) * 1000000)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 1, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 9, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 17, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 25, 8))::bit(32)::bigint)
--           filter: e1.is_queryable
--             table ehr e1
--   rows
--     ["sys",2]
select * from (
select c0, c1 from (
select e1.system_id as c0, count(*) as c1, min(array[]::bigint[] || (extract(epoch from e1.created_at) * 1000000)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 1, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 9, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 17, 8))::bit(32)::bigint || ('x' || substr(replace(e1.ehr_id::text, '-', ''), 25, 8))::bit(32)::bigint) as place
from cairn.ehr e1
where e1.is_queryable
group by 1
) g
order by g.place
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- count of objects
--   SELECT COUNT(o), COUNT(o/data[at0001]/events[at0006]), COUNT(c/context) FROM COMPOSITION c CONTAINS OBSERVATION o
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       aggregate: c0 = count(case when r2.num is not null then 1 end), c1 = count(case when s3.c1 then 1 end), c2 = count(case when ((r1/context/start_time/#) is not null or (r1/context/start_time/value) is not null or (r1/context/participations*/function/value) is not null or (r1/context/participations*/performer/name) is not null or (r1/context/setting/defining_code/code_string) is not null or (r1/context/setting/defining_code/terminology_id/value) is not null or (r1/context/setting/value) is not null or (r1/context/end_time/#) is not null or (r1/context/end_time/value) is not null) then 1 end)
--         filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--           instances s3: c0 = i4.vec, c1 = ((case jsonb_typeof(s3k.k29) when 'object' then s3k.k29 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s3k.k29 -> (i4.vec)[1]) when 'null' then s3k.k29 -> 0 else s3k.k29 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s3k.k29 end end) is not null or (case jsonb_typeof(s3k.k30) when 'object' then s3k.k30 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s3k.k30 -> (i4.vec)[1]) when 'null' then s3k.k30 -> 0 else s3k.k30 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s3k.k30 end end) is not null)
--             vectors i4: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s3k.k29) when 'object' then s3k.k29 when 'array' then null else case when s3k.k29 is not null then jsonb_build_object('0', s3k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s3k.k29) when 'array' then s3k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s3k.k30) when 'object' then s3k.k30 when 'array' then null else case when s3k.k30 is not null then jsonb_build_object('0', s3k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s3k.k30) when 'array' then s3k.k30 end) with ordinality n (v, i))
--             contain
--               roots r1 of archetypes 3, 4, 5, latest, outermost
--               filter: r2 inside r1
--                 roots r2 of archetypes 9, 10, latest
--   rows
--     [4,3,4]
select * from (
select count(case when r2.num is not null then 1 end) as c0, count(case when s3.c1 then 1 end) as c1, count(case when ((r1.leaves -> '1') is not null or (r1.leaves -> '19') is not null or (r1.leaves -> '14') is not null or (r1.leaves -> '15') is not null or (coalesce(r1.leaves -> '16', (select s.leaves -> '16' from cairn.shared_leaves s where s.shared_key = r1.shared_key))) is not null or (coalesce(r1.leaves -> '17', (select s.leaves -> '17' from cairn.shared_leaves s where s.shared_key = r1.shared_key))) is not null or (coalesce(r1.leaves -> '18', (select s.leaves -> '18' from cairn.shared_leaves s where s.shared_key = r1.shared_key))) is not null or (r1.leaves -> '12') is not null or (r1.leaves -> '13') is not null) then 1 end) as c2
from cairn.root r1
  cross join cairn.root r2
  cross join lateral (select r2.leaves -> '29' as k29, r2.leaves -> '30' as k30 offset 0) s3k
  cross join lateral (
    select null as c0, ((s3k.k29) is not null or (s3k.k30) is not null) as c1 where (jsonb_typeof(s3k.k29) in ('array', 'object') or jsonb_typeof(s3k.k30) in ('array', 'object')) is not true
    union all
    select i4.vec as c0, ((case jsonb_typeof(s3k.k29) when 'object' then s3k.k29 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s3k.k29 -> (i4.vec)[1]) when 'null' then s3k.k29 -> 0 else s3k.k29 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s3k.k29 end end) is not null or (case jsonb_typeof(s3k.k30) when 'object' then s3k.k30 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s3k.k30 -> (i4.vec)[1]) when 'null' then s3k.k30 -> 0 else s3k.k30 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s3k.k30 end end) is not null) as c1 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s3k.k29) when 'object' then s3k.k29 when 'array' then null else case when s3k.k29 is not null then jsonb_build_object('0', s3k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s3k.k29) when 'array' then s3k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s3k.k30) when 'object' then s3k.k30 when 'array' then null else case when s3k.k30 is not null then jsonb_build_object('0', s3k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s3k.k30) when 'array' then s3k.k30 end) with ordinality n (v, i))) i4 on true where (jsonb_typeof(s3k.k29) in ('array', 'object') or jsonb_typeof(s3k.k30) in ('array', 'object')) is true
  ) s3
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r2.archetype_key = any('{9,10}'::integer[]) and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- an entry as a whole
--   SELECT o FROM OBSERVATION o[openEHR-EHR-OBSERVATION.body_temperature.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num
--         project: c0 = r1.ehr_id, c1 = r1.commit_number, c2 = r1.num, c3 = null::text, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 10, latest
--   rows
--     [{"_type":"OBSERVATION","archetype_node_id":"openEHR-EHR-OBSERVATION.body_temperature.v2","name":{"_type":"DV_TEXT","value":"Body temperature"},"uid":{"_type":"…
select * from (
select r1.ehr_id as c0, r1.commit_number as c1, r1.num as c2, null::text as c3, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = 10 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- a value as a whole
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value, o/data[at0001]/events[at0006]/time FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0, s2.c1
--         project: c0 = s2.c2, c1 = s2.c3, c2 = s2.c4, c3 = s2.c5, c4 = s2.c6, c5 = s2.c7, c6 = s2.c8, c7 = s2.c9, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             instances s2: c0 = i3.vec, c1 = i4.vec, c2 = case when i4.vec is not null then r1.ehr_id end, c3 = case when i4.vec is not null then r1.commit_number end, c4 = case when i4.vec is not null then r1.num end, c5 = array_to_string(i4.vec, '.'), c6 = case when i3.vec is not null then r1.ehr_id end, c7 = case when i3.vec is not null then r1.commit_number end, c8 = case when i3.vec is not null then r1.num end, c9 = array_to_string(i3.vec, '.')
--               vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--               vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--               roots r1 of archetypes 9, latest
--   rows
--     [{"_type":"DV_QUANTITY","magnitude":150,"units":"mm[Hg]"},{"_type":"DV_DATE_TIME","value":"2024-03-01T10:00:00+01:00"}]
--     [{"_type":"DV_QUANTITY","magnitude":120,"units":"mm[Hg]"},{"_type":"DV_DATE_TIME","value":"2024-03-01T10:20:00+01:00"}]
--     [{"_type":"DV_QUANTITY","magnitude":130,"units":"mm[Hg]"},{"_type":"DV_DATE_TIME","value":"2023-12-31T10:00:00+01:00"}]
select * from (
select s2.c2 as c0, s2.c3 as c1, s2.c4 as c2, s2.c5 as c3, s2.c6 as c4, s2.c7 as c5, s2.c8 as c6, s2.c9 as c7, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '20' as k20 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, r1.ehr_id as c2, r1.commit_number as c3, r1.num as c4, null::text as c5, r1.ehr_id as c6, r1.commit_number as c7, r1.num as c8, null::text as c9 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, case when i4.vec is not null then r1.ehr_id end as c2, case when i4.vec is not null then r1.commit_number end as c3, case when i4.vec is not null then r1.num end as c4, array_to_string(i4.vec, '.') as c5, case when i3.vec is not null then r1.ehr_id end as c6, case when i3.vec is not null then r1.commit_number end as c7, case when i3.vec is not null then r1.num end as c8, array_to_string(i3.vec, '.') as c9 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0, s2.c1
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- a node of its own data
--   SELECT c/context, c/archetype_details FROM COMPOSITION c
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1.ehr_id, c1 = r1.commit_number, c2 = r1.num, c3 = null::text, c4 = r1.ehr_id, c5 = r1.commit_number, c6 = r1.num, c7 = null::text, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             roots r1 of archetypes 3, 4, 5, latest, outermost
--   rows
--     [{"_type":"EVENT_CONTEXT","start_time":{"_type":"DV_DATE_TIME","value":"2024-04-02T08:30:00Z"},"end_time":{"_type":"DV_DATE_TIME","value":"2024-04-02T09:00:00Z"…
--     [null,{"_type":"ARCHETYPED","archetype_id":{"value":"openEHR-EHR-COMPOSITION.problem_list.v1"},"template_id":{"value":"Labs"},"rm_version":"1.1.0"}]
--     [{"_type":"EVENT_CONTEXT","start_time":{"_type":"DV_DATE_TIME","value":"2024-03-01T10:00:00+01:00"},"setting":{"_type":"DV_CODED_TEXT","value":"home","defining_…
select * from (
select r1.ehr_id as c0, r1.commit_number as c1, r1.num as c2, null::text as c3, r1.ehr_id as c4, r1.commit_number as c5, r1.num as c6, null::text as c7, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- the order of an indexed value
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude, o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] ORDER BY o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       one after the other
--         first 1001
--           order: s2.c3, r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
--             project: c0 = s2.c3, c1 = s2.c4, ehr = r1.ehr_id
--               filter: (s2.c3) is not null
--                 filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--                   instances s2: c0 = i3.vec, c1 = i4.vec, c2 = i5.vec, c3 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end, c4 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i5.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k24 end end
--                     vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--                     vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                     vectors i5: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                     rows r1
--                       first 1001 by the value index of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude, the least first
--                         order: (case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.least_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end), r1.commit_number, r1.num
--                           project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time
--                             filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.least_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null
--                               roots r1 of archetypes 9, latest
--         first 1001 by the value index of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude, roots that may lack a value
--           order: r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
--             project: c0 = s2.c3, c1 = s2.c4, ehr = r1.ehr_id
--               filter: s2.c3 is null
--                 filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--                   instances s2: c0 = i3.vec, c1 = i4.vec, c2 = i5.vec, c3 = case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end, c4 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i5.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k24 end end
--                     vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--                     vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                     vectors i5: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                     filter: cairn.may_lack_value(r1.leaves, array['21'], 2)
--                       roots r1 of archetypes 9, latest
--     
--     -- indexes
--     root_value_4fc877ee69687742c13bf8e4: least of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--     root_value_fe67bcc787b50ac612b5e84d: lacking of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--   rows
--     [120,null]
--     [130,80]
--     [150,95]
select * from (
select * from (select s2.c3 as c0, s2.c4 as c1, r1.ehr_id as ehr
from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time
from cairn.root r1
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1.leaves -> '21') in ('array', 'object') then cairn.least_value(r1.leaves -> '21') else r1.leaves -> '21' end)) is not null)
order by (case when jsonb_typeof(r1.leaves -> '21') in ('array', 'object') then cairn.least_value(r1.leaves -> '21') else r1.leaves -> '21' end), r1.commit_number, r1.num
limit 1001) r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '20' as k20, r1.leaves -> '23' as k23, r1.leaves -> '21' as k21, r1.leaves -> '24' as k24 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, null as c2, s2k.k21 as c3, s2k.k24 as c4 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, i5.vec as c2, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c3, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i5.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k24 end end as c4 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i5 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is true
  ) s2
where (r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and (s2.c3) is not null)
order by s2.c3, r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
limit 1001) present union all select * from (select s2.c3 as c0, s2.c4 as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '20' as k20, r1.leaves -> '23' as k23, r1.leaves -> '21' as k21, r1.leaves -> '24' as k24 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, null as c2, s2k.k21 as c3, s2k.k24 as c4 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, i5.vec as c2, case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k21 -> (i4.vec)[1]) when 'null' then s2k.k21 -> 0 else s2k.k21 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k21 end end as c3, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i5.vec, '.') when 'array' then case when 0 = all((i5.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i5.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i5.vec)[1] end end else case when 0 = all(i5.vec) then s2k.k24 end end as c4 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k20) when 'object' then s2k.k20 when 'array' then null else case when s2k.k20 is not null then jsonb_build_object('0.0', s2k.k20) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k20) when 'array' then s2k.k20 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i5 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k20) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and cairn.may_lack_value(r1.leaves, array['21'], 2) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and s2.c3 is null)
order by r1.commit_number, r1.num, s2.c0, s2.c1, s2.c2
limit 1001) absent
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- the order of an indexed value, descending
--   SELECT e/ehr_id/value, o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] ORDER BY o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude DESC LIMIT 3
--   nodes
--     page: skip $bigint, take $bigint, of the first 11 rows
--       one after the other
--         first 11 by the value index of /data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude, roots that may lack a value
--           order: r1.commit_number, r1.num, s2.c0, s2.c1
--             project: c0 = r1.ehr_id, c1 = s2.c2
--               filter: s2.c2 is null
--                 filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--                   instances s2: c0 = i3.vec, c1 = i4.vec, c2 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end
--                     vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--                     vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                     filter: cairn.may_lack_value(r1.leaves, array['24'], 2)
--                       roots r1 of archetypes 9, latest
--         first 11
--           order: s2.c2 desc, r1.commit_number, r1.num, s2.c0, s2.c1
--             project: c0 = r1.ehr_id, c1 = s2.c2
--               filter: (s2.c2) is not null
--                 filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--                   instances s2: c0 = i3.vec, c1 = i4.vec, c2 = case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end
--                     vectors i3: (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))
--                     vectors i4: select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec
--                     rows r1
--                       first 11 by the value index of /data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude, the greatest first
--                         order: (case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0005]/value/magnitude) in ('array', 'object') then cairn.greatest_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0005]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0005]/value/magnitude end) desc, r1.commit_number, r1.num
--                           project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time
--                             filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0005]/value/magnitude) in ('array', 'object') then cairn.greatest_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0005]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0005]/value/magnitude end)) is not null
--                               roots r1 of archetypes 9, latest
--     
--     -- indexes
--     root_value_274b42f22f3842011d968864: greatest of /data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--     root_value_e5b138f5ff2861be63422492: lacking of /data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--   rows
--     ["7692c3ad-3540-4b80-ac02-0b3aee66cd88",null]
--     ["7692c3ad-3540-4b80-ac02-0b3aee66cd88",95]
--     ["7692c3ad-3540-4b80-ac02-0b3aee66cd88",80]
select * from (
select * from (select r1.ehr_id as c0, s2.c2 as c1
from cairn.root r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '23' as k23, r1.leaves -> '24' as k24 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, s2k.k24 as c2 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end as c2 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and cairn.may_lack_value(r1.leaves, array['24'], 2) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and s2.c2 is null)
order by r1.commit_number, r1.num, s2.c0, s2.c1
limit 11) absent union all select * from (select r1.ehr_id as c0, s2.c2 as c1
from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time
from cairn.root r1
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1.leaves -> '24') in ('array', 'object') then cairn.greatest_value(r1.leaves -> '24') else r1.leaves -> '24' end)) is not null)
order by (case when jsonb_typeof(r1.leaves -> '24') in ('array', 'object') then cairn.greatest_value(r1.leaves -> '24') else r1.leaves -> '24' end) desc, r1.commit_number, r1.num
limit 11) r1
  cross join lateral (select r1.leaves -> '29' as k29, r1.leaves -> '30' as k30, r1.leaves -> '23' as k23, r1.leaves -> '24' as k24 offset 0) s2k
  cross join lateral (
    select null as c0, null as c1, s2k.k24 as c2 where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i4.vec as c1, case jsonb_typeof(s2k.k24) when 'object' then s2k.k24 -> array_to_string(i4.vec, '.') when 'array' then case when 0 = all((i4.vec)[2:]) then case jsonb_typeof(s2k.k24 -> (i4.vec)[1]) when 'null' then s2k.k24 -> 0 else s2k.k24 -> (i4.vec)[1] end end else case when 0 = all(i4.vec) then s2k.k24 end end as c2 from (values (1)) one 
      left join lateral ((select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k29) when 'object' then s2k.k29 when 'array' then null else case when s2k.k29 is not null then jsonb_build_object('0', s2k.k29) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k29) when 'array' then s2k.k29 end) with ordinality n (v, i)) union (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k30) when 'object' then s2k.k30 when 'array' then null else case when s2k.k30 is not null then jsonb_build_object('0', s2k.k30) end end) n (k) union all select array[(n.i - 1)::integer] from jsonb_array_elements(case jsonb_typeof(s2k.k30) when 'array' then s2k.k30 end) with ordinality n (v, i))) i3 on true 
      left join lateral (select i.vec from (select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(case jsonb_typeof(s2k.k23) when 'object' then s2k.k23 when 'array' then null else case when s2k.k23 is not null then jsonb_build_object('0.0', s2k.k23) end end) n (k) union all select array[(n.i - 1)::integer, 0] from jsonb_array_elements(case jsonb_typeof(s2k.k23) when 'array' then s2k.k23 end) with ordinality n (v, i)) i where i.vec[:1] = i3.vec) i4 on i3.vec is not null where (jsonb_typeof(s2k.k29) in ('array', 'object') or jsonb_typeof(s2k.k30) in ('array', 'object') or jsonb_typeof(s2k.k23) in ('array', 'object')) is true
  ) s2
where (r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and (s2.c2) is not null)
order by s2.c2 desc, r1.commit_number, r1.num, s2.c0, s2.c1
limit 11) present
limit 11
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- the order of an indexed value, beside a leaf that roots share
--   SELECT c/context/setting/value FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1] ORDER BY c/name/value LIMIT 3
--   nodes
--     page: skip $bigint, take $bigint, of the first 11 rows
--       one after the other
--         first 11
--           order: (r1/name/value) collate "C", r1.commit_number
--             project: c0 = r1/context/setting/value, ehr = r1.ehr_id
--               filter: ((r1/name/value) collate "C") is not null
--                 filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--                   rows r1
--                     first 11 by the value index of /name/value, the least first
--                       order: (((r1/name/value) #>> '{}') collate "C"), r1.commit_number, r1.num
--                         project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time
--                           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((((r1/name/value) #>> '{}') collate "C")) is not null
--                             roots r1 of archetypes 3, latest, outermost
--         first 11 by the value index of /name/value, roots that may lack a value
--           order: r1.commit_number
--             project: c0 = r1/context/setting/value, ehr = r1.ehr_id
--               filter: (r1/name/value) collate "C" is null
--                 filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--                   filter: not (r1.leaves ?| array['75'])
--                     roots r1 of archetypes 3, latest, outermost
--     
--     -- indexes
--     root_value_feb7433ee332c9694ab0ec73: least of /name/value in openEHR-EHR-COMPOSITION.encounter.v1
--     root_value_9046f36b0db7798b738a5455: lacking of /name/value in openEHR-EHR-COMPOSITION.encounter.v1
--   rows
--     ["home"]
select * from (
select * from (select coalesce(r1.leaves ->> '18', (select s.leaves ->> '18' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) as c0, r1.ehr_id as ehr
from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time
from cairn.root r1
where (r1.archetype_key = 3 and r1.latest and r1.num = 0 and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((((r1.leaves -> '75') #>> '{}') collate "C")) is not null)
order by (((r1.leaves -> '75') #>> '{}') collate "C"), r1.commit_number, r1.num
limit 11) r1
where (r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((r1.leaves ->> '75') collate "C") is not null)
order by (r1.leaves ->> '75') collate "C", r1.commit_number
limit 11) present union all select * from (select coalesce(r1.leaves ->> '18', (select s.leaves ->> '18' from cairn.shared_leaves s where s.shared_key = r1.shared_key)) as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = 3 and r1.latest and r1.num = 0 and not (r1.leaves ?| array['75']) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and (r1.leaves ->> '75') collate "C" is null)
order by r1.commit_number
limit 11) absent
limit 11
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint

-- the order of an indexed value above a bound
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude > 100 ORDER BY o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude DESC
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: s2.c1 desc, r1.commit_number, r1.num, s2.c0
--         project: c0 = s2.c1, ehr = r1.ehr_id
--           filter: (s2.c1) is not null
--             filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--               filter: ((case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.greatest_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) > $jsonb and (s2.c1 > $jsonb))
--                 instances s2: c0 = i3.vec, c1 = i3.value
--                   vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0
--                   rows r1
--                     first 1001 by the value index of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude, the greatest first
--                       order: (case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.greatest_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) desc, r1.commit_number, r1.num
--                         project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time
--                           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.greatest_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null
--                             roots r1 of archetypes 9, latest
--     
--     -- indexes
--     root_value_28771055781fb0d0e267b67e: greatest of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--   rows
--     [150]
--     [130]
--     [120]
select * from (
select s2.c1 as c0, r1.ehr_id as ehr
from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time
from cairn.root r1
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1.leaves -> '21') in ('array', 'object') then cairn.greatest_value(r1.leaves -> '21') else r1.leaves -> '21' end)) is not null)
order by (case when jsonb_typeof(r1.leaves -> '21') in ('array', 'object') then cairn.greatest_value(r1.leaves -> '21') else r1.leaves -> '21' end) desc, r1.commit_number, r1.num
limit 1001) r1
  cross join lateral (select r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, s2k.k21 as c1 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i3.value as c1 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0) i3 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is true
  ) s2
where (((case when jsonb_typeof(r1.leaves -> '21') in ('array', 'object') then cairn.greatest_value(r1.leaves -> '21') else r1.leaves -> '21' end) > $1::jsonb and (s2.c1 > $2::jsonb)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and (s2.c1) is not null)
order by s2.c1 desc, r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- a range of an indexed value
--   SELECT c/name/value, o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude >= 100 AND o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude < 150
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r2.num, s3.c0
--         project: c0 = r1/name/value, c1 = s3.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: (((case when jsonb_typeof(r2/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.greatest_value(r2/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r2/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) >= $jsonb and (s3.c1 >= $jsonb)) and ((case when jsonb_typeof(r2/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.least_value(r2/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r2/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) < $jsonb and (s3.c1 < $jsonb)))
--               instances s3: c0 = i4.vec, c1 = i4.value
--                 vectors i4: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s3k.k21) when 'object' then s3k.k21 when 'array' then null else case when s3k.k21 is not null then jsonb_build_object('0.0', s3k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s3k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s3k.k21) when 'array' then s3k.k21 end) with ordinality n (v, i) offset 0
--                 contain
--                   roots r1 of archetypes 3, 4, 5, latest, outermost
--                   filter: r2 inside r1
--                     roots r2 of archetypes 9, latest
--     
--     -- indexes
--     root_value_28771055781fb0d0e267b67e: greatest of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--     root_value_4fc877ee69687742c13bf8e4: least of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--   rows
--     ["Visit 1",120]
--     ["Visit 1",130]
select * from (
select r1.leaves ->> '75' as c0, s3.c1 as c1, r1.ehr_id as ehr
from cairn.root r1
  cross join cairn.root r2
  cross join lateral (select r2.leaves -> '21' as k21 offset 0) s3k
  cross join lateral (
    select null as c0, s3k.k21 as c1 where (jsonb_typeof(s3k.k21) in ('array', 'object')) is not true
    union all
    select i4.vec as c0, i4.value as c1 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s3k.k21) when 'object' then s3k.k21 when 'array' then null else case when s3k.k21 is not null then jsonb_build_object('0.0', s3k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s3k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s3k.k21) when 'array' then s3k.k21 end) with ordinality n (v, i) offset 0) i4 where (jsonb_typeof(s3k.k21) in ('array', 'object')) is true
  ) s3
where (r1.archetype_key = any('{3,4,5}'::integer[]) and r1.latest and r1.num = 0 and r2.archetype_key = 9 and r2.latest and r2.ehr_id = r1.ehr_id and r2.commit_number = r1.commit_number and r2.num > 0 and (((case when jsonb_typeof(r2.leaves -> '21') in ('array', 'object') then cairn.greatest_value(r2.leaves -> '21') else r2.leaves -> '21' end) >= $1::jsonb and (s3.c1 >= $2::jsonb)) and ((case when jsonb_typeof(r2.leaves -> '21') in ('array', 'object') then cairn.least_value(r2.leaves -> '21') else r2.leaves -> '21' end) < $3::jsonb and (s3.c1 < $4::jsonb))) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r2.num, s3.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $5::bigint
offset $6::bigint limit $7::bigint

-- equality of an indexed value
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude = 120
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0
--         project: c0 = s2.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: ((case jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then jsonb_path_query_array(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude, '$.*') else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) @> $jsonb and (s2.c1 = $jsonb))
--               instances s2: c0 = i3.vec, c1 = i3.value
--                 vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0
--                 roots r1 of archetypes 9, latest
--     
--     -- indexes
--     root_value_75e3bcef84a8c72748f1cdbf: equal of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--   rows
--     [120]
select * from (
select s2.c1 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, s2k.k21 as c1 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i3.value as c1 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0) i3 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and ((case jsonb_typeof(r1.leaves -> '21') when 'object' then jsonb_path_query_array(r1.leaves -> '21', '$.*') else r1.leaves -> '21' end) @> $1::jsonb and (s2.c1 = $2::jsonb)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- equality of an indexed text
--   SELECT c/name/value FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1] WHERE c/name/value = 'Visit 1'
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number
--         project: c0 = r1/name/value, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: ((r1/name/value) @> to_jsonb($text) and (r1/name/value = $text))
--               roots r1 of archetypes 3, latest, outermost
--     
--     -- indexes
--     root_value_3bf08dbc222a924500a3a6ae: equal of /name/value in openEHR-EHR-COMPOSITION.encounter.v1
--   rows
--     ["Visit 1"]
select * from (
select r1.leaves ->> '75' as c0, r1.ehr_id as ehr
from cairn.root r1
where (r1.archetype_key = 3 and r1.latest and r1.num = 0 and ((r1.leaves -> '75') @> to_jsonb($1::text) and (r1.leaves ->> '75' = $2::text)) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- a list of indexed values
--   SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude matches {120, 140}
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       order: r1.commit_number, r1.num, s2.c0
--         project: c0 = s2.c1, ehr = r1.ehr_id
--           filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)
--             filter: ((case jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) when 'object' then jsonb_path_query_array(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude, '$.*') else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) @> any($jsonb[]) and (s2.c1 = any($jsonb[])))
--               instances s2: c0 = i3.vec, c1 = i3.value
--                 vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0
--                 roots r1 of archetypes 9, latest
--     
--     -- indexes
--     root_value_75e3bcef84a8c72748f1cdbf: equal of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--   rows
--     [120]
select * from (
select s2.c1 as c0, r1.ehr_id as ehr
from cairn.root r1
  cross join lateral (select r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, s2k.k21 as c1 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i3.value as c1 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0) i3 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is true
  ) s2
where (r1.archetype_key = 9 and r1.latest and ((case jsonb_typeof(r1.leaves -> '21') when 'object' then jsonb_path_query_array(r1.leaves -> '21', '$.*') else r1.leaves -> '21' end) @> any($1::jsonb[]) and (s2.c1 = any($2::jsonb[]))) and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable))
order by r1.commit_number, r1.num, s2.c0
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $3::bigint
offset $4::bigint limit $5::bigint

-- MIN and MAX of an indexed value
--   SELECT MIN(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude), MAX(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude) FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
--   nodes
--     page: skip $bigint, take $bigint, of the first 1001 rows
--       aggregate: c0 = to_jsonb(min((s2.c1)::numeric)), c1 = to_jsonb(max((s2.c1)::numeric))
--         instances s2: c0 = i3.vec, c1 = i3.value
--           vectors i3: select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0
--           rows r1
--             one after the other
--               first 1 by the value index of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude, the least first
--                 order: (case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.least_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end), r1.commit_number, r1.num
--                   project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time
--                     filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.least_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null
--                       roots r1 of archetypes 9, latest
--               first 1 by the value index of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude, the greatest first
--                 order: (case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.greatest_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end) desc, r1.commit_number, r1.num
--                   project: ehr_id = r1.ehr_id, commit_number = r1.commit_number, num = r1.num, cap = r1.cap, parent = r1.parent, via = r1.via, at = r1.at, archetype_key = r1.archetype_key, latest = r1.latest, leaves = r1.leaves, shared_key = r1.shared_key, event_path = r1.event_path, event_time = r1.event_time
--                     filter: r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) in ('array', 'object') then cairn.greatest_value(r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude) else r1/data[at0001]/events*[at0006]/data[at0003]/items*[at0004]/value/magnitude end)) is not null
--                       roots r1 of archetypes 9, latest
--     
--     -- indexes
--     root_value_4fc877ee69687742c13bf8e4: least of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--     root_value_28771055781fb0d0e267b67e: greatest of /data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude in openEHR-EHR-OBSERVATION.blood_pressure.v2
--   rows
--     [120,150]
select * from (
select to_jsonb(min((s2.c1)::numeric)) as c0, to_jsonb(max((s2.c1)::numeric)) as c1
from (select * from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time
from cairn.root r1
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1.leaves -> '21') in ('array', 'object') then cairn.least_value(r1.leaves -> '21') else r1.leaves -> '21' end)) is not null)
order by (case when jsonb_typeof(r1.leaves -> '21') in ('array', 'object') then cairn.least_value(r1.leaves -> '21') else r1.leaves -> '21' end), r1.commit_number, r1.num
limit 1) first0 union all select * from (select r1.ehr_id as ehr_id, r1.commit_number as commit_number, r1.num as num, r1.cap as cap, r1.parent as parent, r1.via as via, r1.at as at, r1.archetype_key as archetype_key, r1.latest as latest, r1.leaves as leaves, r1.shared_key as shared_key, r1.event_path as event_path, r1.event_time as event_time
from cairn.root r1
where (r1.archetype_key = 9 and r1.latest and r1.ehr_id not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable) and ((case when jsonb_typeof(r1.leaves -> '21') in ('array', 'object') then cairn.greatest_value(r1.leaves -> '21') else r1.leaves -> '21' end)) is not null)
order by (case when jsonb_typeof(r1.leaves -> '21') in ('array', 'object') then cairn.greatest_value(r1.leaves -> '21') else r1.leaves -> '21' end) desc, r1.commit_number, r1.num
limit 1) first1) r1
  cross join lateral (select r1.leaves -> '21' as k21 offset 0) s2k
  cross join lateral (
    select null as c0, s2k.k21 as c1 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is not true
    union all
    select i3.vec as c0, i3.value as c1 from (values (1)) one 
      cross join lateral (select string_to_array(n.k, '.')::integer[] as vec, n.v as value from jsonb_each(case jsonb_typeof(s2k.k21) when 'object' then s2k.k21 when 'array' then null else case when s2k.k21 is not null then jsonb_build_object('0.0', s2k.k21) end end) n (k, v) union all select array[(n.i - 1)::integer, 0], case jsonb_typeof(n.v) when 'null' then s2k.k21 -> 0 else n.v end from jsonb_array_elements(case jsonb_typeof(s2k.k21) when 'array' then s2k.k21 end) with ordinality n (v, i) offset 0) i3 where (jsonb_typeof(s2k.k21) in ('array', 'object')) is true
  ) s2
where true
limit 1001
) answer where (select d.generation from cairn.dictionary_state d) = $1::bigint
offset $2::bigint limit $3::bigint
