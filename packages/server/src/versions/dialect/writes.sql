-- single: version.usualEhrs
with gate as materialized (
    select e.*, nextval('cairn.version_commit_number_seq') as commit_number from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::boolean[], $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[], $13::uuid[], $14::text[], $15::text[], $16::bigint[], $17::bytea[], $18::text[]) with ordinality as e (ehr_id, created_at, system_id, status_id, access_id, default_episode_id, is_modifiable, is_queryable, name, starts_text, namespace, subject_id, contribution_id, envelope, data, preset_id, packed, event, place)
  ), ehr as (
    insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, default_episode_id, is_modifiable, is_queryable)
    select ehr_id, system_id, created_at, status_id, access_id, default_episode_id, is_modifiable, is_queryable from gate
  ), episode as (
    insert into cairn.episode (ehr_id, episode_id, name, active, starts_at, starts_text)
    select ehr_id, default_episode_id, name, true, created_at, starts_text from gate
  ), subject as (
    insert into cairn.ehr_subject (namespace, subject_id, ehr_id)
    select namespace, subject_id, ehr_id from gate where subject_id is not null
  ), contribution as (
    insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, created_at, '' from gate
  ), object as (
    insert into cairn.versioned_object (ehr_id, object_id, kind, created_at)
    select ehr_id, status_id, 'EHR_STATUS', created_at from gate where 1 = 1
  ), version as (
    insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, envelope, data, preset_id, packed) overriding system value
    select ehr_id, status_id, 1, 'EHR_STATUS', system_id, contribution_id, created_at, commit_number, 249, 532, envelope, data, preset_id, packed from gate
  ), root as (
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time)
    select v.ehr_id, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key, r.event_path, r.event_time from unnest($19::integer[], $20::integer[], $21::integer[], $22::integer[], $23::integer[], $24::text[], $25::integer[], $26::boolean[], $27::jsonb[], $28::integer[], $29::integer[], $30::bigint[]) with ordinality as r (version, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time, place) join gate v on v.place = r.version
  ), told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from gate as t, lateral json_to_record(t.event::json) as e (at timestamptz, request uuid, ehr uuid, object uuid, act integer, actor integer, more bytea) order by t.place
  ), event as (
    insert into cairn.audit_trail (event_id, at, request, ehr, object, act, actor, more) select event_id, at, request, ehr, object, act, actor, more from told
  )
  select place::integer as place, event_id from told

-- both: version.new.ehr
insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, default_episode_id, is_modifiable, is_queryable)
    select ehr_id, system_id, created_at, status_id, access_id, default_episode_id, is_modifiable, is_queryable from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::boolean[], $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[]) with ordinality as e (ehr_id, created_at, system_id, status_id, access_id, default_episode_id, is_modifiable, is_queryable, name, starts_text, namespace, subject_id, place)

-- both: version.new.episode
insert into cairn.episode (ehr_id, episode_id, name, active, starts_at, starts_text)
    select ehr_id, default_episode_id, name, true, created_at, starts_text from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::boolean[], $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[]) with ordinality as e (ehr_id, created_at, system_id, status_id, access_id, default_episode_id, is_modifiable, is_queryable, name, starts_text, namespace, subject_id, place)

-- both: version.new.subject
insert into cairn.ehr_subject (namespace, subject_id, ehr_id)
    select namespace, subject_id, ehr_id from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::boolean[], $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[]) with ordinality as e (ehr_id, created_at, system_id, status_id, access_id, default_episode_id, is_modifiable, is_queryable, name, starts_text, namespace, subject_id, place) where subject_id is not null

-- single: version.commitToNewEhr
with wanted as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::boolean[], $6::text[]) with ordinality as c (ehr_id, contribution_id, committed_at, audit, status_only, event, place)
  ), outdated as materialized (
    select distinct v.commit as place
    from unnest($7::integer[], $12::smallint[], $14::integer[]) with ordinality as v (commit, change_type, template_key, place)
    left join lateral (
      select t.template_key from cairn.template t where t.template_key = v.template_key
        and t.version = (select max(n.version) from cairn.template n where n.template_id = t.template_id)
      limit 1
    ) in_force on true
    where v.template_key is not null and v.change_type <> 666 and in_force.template_key is null
  ), gate as materialized (select w.* from wanted w where w.place <> all(array(select place from outdated))), given as materialized (
    select v.*, nextval('cairn.version_commit_number_seq') as commit_number,
      (select t.artefact_id from cairn.template t where t.template_key = v.template_key and v.kind in ('COMPOSITION', 'PERSON', 'ORGANISATION', 'GROUP', 'AGENT', 'ROLE'))
        as artefact_id
    from (
      select g.ehr_id, g.contribution_id, g.committed_at, v.*
      from gate g join unnest($7::integer[], $8::uuid[], $9::integer[], $10::text[], $11::text[], $12::smallint[], $13::smallint[], $14::integer[], $15::text[], $16::text[], $17::text[], $18::bigint[], $19::bytea[]) with ordinality as v (commit, object_id, version, kind, system_id, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed, place) on v.commit = g.place
      order by v.place
    ) v
  ), contribution as (
    insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, committed_at, audit from gate
  ), object as (
    insert into cairn.versioned_object (ehr_id, object_id, kind, created_at, artefact_id)
    select ehr_id, object_id, kind, committed_at, artefact_id from given where version = 1
  ), version as (
    insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed) overriding system value
    select ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs::text[], envelope, data, preset_id, packed from given
  ), listed as (
    update cairn.versioned_object o set artefact_id = g.artefact_id from given g where g.version > 1 and o.ehr_id = g.ehr_id and o.object_id = g.object_id
      and o.object_id = any(array(select object_id from given where version > 1))
      and o.artefact_id is distinct from g.artefact_id
  ), superseded_root as (

    update cairn.root set latest = false from (select g.ehr_id, s.commit_number from gate g
      join unnest($32::integer[], $33::bigint[]) with ordinality as s (commit, commit_number, place) on s.commit = g.place) as superseded where root.ehr_id = superseded.ehr_id and root.commit_number = superseded.commit_number
  ), root as (
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time)
    select v.ehr_id, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key, r.event_path, r.event_time from unnest($20::integer[], $21::integer[], $22::integer[], $23::integer[], $24::integer[], $25::text[], $26::integer[], $27::boolean[], $28::jsonb[], $29::integer[], $30::integer[], $31::bigint[]) with ordinality as r (version, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time, place) join given v on v.place = r.version
  ), told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from gate as t, lateral json_to_record(t.event::json) as e (at timestamptz, request uuid, ehr uuid, object uuid, act integer, actor integer, more bytea) order by t.place
  ), event as (
    insert into cairn.audit_trail (event_id, at, request, ehr, object, act, actor, more) select event_id, at, request, ehr, object, act, actor, more from told
  )
  select place::integer as place, event_id from told
  union all select place::integer, null from outdated

-- single: version.usualOne
with turn as materialized (
    select c.*, pg_advisory_xact_lock_shared(hashtextextended('cairn.ehr ' || (c.ehr_id)::text, 0)) from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::bigint[], $5::uuid[], $6::integer[], $7::text[], $8::smallint[], $9::smallint[], $10::integer[], $11::text[], $12::bigint[], $13::bytea[], $14::text[]) with ordinality as c (ehr_id, contribution_id, committed_at, superseded, object_id, version, system_id, change_type, lifecycle, template_key, envelope, preset_id, packed, event, place)
  ), gate as materialized (
    select t.*, nextval('cairn.version_commit_number_seq') as commit_number, template.artefact_id
    from turn t, lateral (
      select from cairn.ehr where ehr.ehr_id = t.ehr_id and is_modifiable and (read_to is null or read_to < t.committed_at)
        for key share
    ) ehr, lateral (
      select f.artefact_id, f.template_id from cairn.template f where f.template_key = t.template_key
        and f.version = (select max(n.version) from cairn.template n where n.template_id = f.template_id)
      limit 1
    ) template
  ), contribution as (
    insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, committed_at, '' from gate
  ), object as (
    insert into cairn.versioned_object (ehr_id, object_id, kind, created_at, artefact_id)
    select ehr_id, object_id, 'COMPOSITION', committed_at, artefact_id from gate where version = 1
  ), version as (
    insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, envelope, preset_id, packed) overriding system value
    select ehr_id, object_id, version, 'COMPOSITION', system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, envelope, preset_id, packed from gate
  ), listed as (
    update cairn.versioned_object o set artefact_id = g.artefact_id from gate g where g.version > 1 and o.ehr_id = g.ehr_id and o.object_id = g.object_id
      and o.object_id = any(array(select object_id from gate where version > 1))
      and o.artefact_id is distinct from g.artefact_id
  ), superseded_root as (

    update cairn.root set latest = false from (select ehr_id, superseded as commit_number from gate where superseded is not null) as superseded where root.ehr_id = superseded.ehr_id and root.commit_number = superseded.commit_number
  ), root as (
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time)
    select v.ehr_id, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key, r.event_path, r.event_time from unnest($15::integer[], $16::integer[], $17::integer[], $18::integer[], $19::integer[], $20::text[], $21::integer[], $22::boolean[], $23::jsonb[], $24::integer[], $25::integer[], $26::bigint[]) with ordinality as r (version, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time, place) join gate v on v.place = r.version
  ), told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from gate as t, lateral json_to_record(t.event::json) as e (at timestamptz, request uuid, ehr uuid, object uuid, act integer, actor integer, more bytea) order by t.place
  ), event as (
    insert into cairn.audit_trail (event_id, at, request, ehr, object, act, actor, more) select event_id, at, request, ehr, object, act, actor, more from told
  )
  select place::integer as place, event_id from told

-- single: version.usualSome
with turn as materialized (
    select c.* from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::bigint[], $5::uuid[], $6::integer[], $7::text[], $8::smallint[], $9::smallint[], $10::integer[], $11::text[], $12::bigint[], $13::bytea[], $14::text[]) with ordinality as c (ehr_id, contribution_id, committed_at, superseded, object_id, version, system_id, change_type, lifecycle, template_key, envelope, preset_id, packed, event, place) where pg_try_advisory_xact_lock_shared(hashtextextended('cairn.ehr ' || (c.ehr_id)::text, 0))
  ), gate as materialized (
    select t.*, nextval('cairn.version_commit_number_seq') as commit_number, template.artefact_id
    from turn t, lateral (
      select from cairn.ehr where ehr.ehr_id = t.ehr_id and is_modifiable and (read_to is null or read_to < t.committed_at)
        for key share skip locked
    ) ehr, lateral (
      select f.artefact_id, f.template_id from cairn.template f where f.template_key = t.template_key
        and f.version = (select max(n.version) from cairn.template n where n.template_id = f.template_id)
      limit 1
    ) template
  ), contribution as (
    insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, committed_at, '' from gate
  ), object as (
    insert into cairn.versioned_object (ehr_id, object_id, kind, created_at, artefact_id)
    select ehr_id, object_id, 'COMPOSITION', committed_at, artefact_id from gate where version = 1
  ), version as (
    insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, envelope, preset_id, packed) overriding system value
    select ehr_id, object_id, version, 'COMPOSITION', system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, envelope, preset_id, packed from gate
  ), listed as (
    update cairn.versioned_object o set artefact_id = g.artefact_id from gate g where g.version > 1 and o.ehr_id = g.ehr_id and o.object_id = g.object_id
      and o.object_id = any(array(select object_id from gate where version > 1))
      and o.artefact_id is distinct from g.artefact_id
  ), superseded_root as (

    update cairn.root set latest = false from (select ehr_id, superseded as commit_number from gate where superseded is not null) as superseded where root.ehr_id = superseded.ehr_id and root.commit_number = superseded.commit_number
  ), root as (
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time)
    select v.ehr_id, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key, r.event_path, r.event_time from unnest($15::integer[], $16::integer[], $17::integer[], $18::integer[], $19::integer[], $20::text[], $21::integer[], $22::boolean[], $23::jsonb[], $24::integer[], $25::integer[], $26::bigint[]) with ordinality as r (version, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time, place) join gate v on v.place = r.version
  ), told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from gate as t, lateral json_to_record(t.event::json) as e (at timestamptz, request uuid, ehr uuid, object uuid, act integer, actor integer, more bytea) order by t.place
  ), event as (
    insert into cairn.audit_trail (event_id, at, request, ehr, object, act, actor, more) select event_id, at, request, ehr, object, act, actor, more from told
  )
  select place::integer as place, event_id from told

-- single: version.commitOne
with wanted as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::boolean[], $6::text[]) with ordinality as c (ehr_id, contribution_id, committed_at, audit, status_only, event, place)
  ), outdated as materialized (
    select distinct v.commit as place
    from unnest($7::integer[], $12::smallint[], $14::integer[]) with ordinality as v (commit, change_type, template_key, place)
    left join lateral (
      select t.template_key from cairn.template t where t.template_key = v.template_key
        and t.version = (select max(n.version) from cairn.template n where n.template_id = t.template_id)
      limit 1
    ) in_force on true
    where v.template_key is not null and v.change_type <> 666 and in_force.template_key is null
  ), ehrs as materialized (
    select distinct ehr_id from wanted
  ), turn as materialized (
    select ehr_id, pg_advisory_xact_lock_shared(hashtextextended('cairn.ehr ' || (ehr_id)::text, 0)) from ehrs
  ), gate as materialized (
    select w.* from wanted w join turn using (ehr_id), lateral (
      select from cairn.ehr where ehr.ehr_id = turn.ehr_id and (is_modifiable or w.status_only) and (read_to is null or read_to < w.committed_at) for key share
    ) ehr
    where w.place <> all(array(select place from outdated))
  ), given as materialized (
    select v.*, nextval('cairn.version_commit_number_seq') as commit_number,
      (select t.artefact_id from cairn.template t where t.template_key = v.template_key and v.kind in ('COMPOSITION', 'PERSON', 'ORGANISATION', 'GROUP', 'AGENT', 'ROLE'))
        as artefact_id
    from (
      select g.ehr_id, g.contribution_id, g.committed_at, v.*
      from gate g join unnest($7::integer[], $8::uuid[], $9::integer[], $10::text[], $11::text[], $12::smallint[], $13::smallint[], $14::integer[], $15::text[], $16::text[], $17::text[], $18::bigint[], $19::bytea[]) with ordinality as v (commit, object_id, version, kind, system_id, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed, place) on v.commit = g.place
      order by v.place
    ) v
  ), contribution as (
    insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, committed_at, audit from gate
  ), object as (
    insert into cairn.versioned_object (ehr_id, object_id, kind, created_at, artefact_id)
    select ehr_id, object_id, kind, committed_at, artefact_id from given where version = 1
  ), version as (
    insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed) overriding system value
    select ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs::text[], envelope, data, preset_id, packed from given
  ), listed as (
    update cairn.versioned_object o set artefact_id = g.artefact_id from given g where g.version > 1 and o.ehr_id = g.ehr_id and o.object_id = g.object_id
      and o.object_id = any(array(select object_id from given where version > 1))
      and o.artefact_id is distinct from g.artefact_id
  ), superseded_root as (

    update cairn.root set latest = false from (select g.ehr_id, s.commit_number from gate g
      join unnest($32::integer[], $33::bigint[]) with ordinality as s (commit, commit_number, place) on s.commit = g.place) as superseded where root.ehr_id = superseded.ehr_id and root.commit_number = superseded.commit_number
  ), root as (
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time)
    select v.ehr_id, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key, r.event_path, r.event_time from unnest($20::integer[], $21::integer[], $22::integer[], $23::integer[], $24::integer[], $25::text[], $26::integer[], $27::boolean[], $28::jsonb[], $29::integer[], $30::integer[], $31::bigint[]) with ordinality as r (version, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time, place) join given v on v.place = r.version
  ), told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from gate as t, lateral json_to_record(t.event::json) as e (at timestamptz, request uuid, ehr uuid, object uuid, act integer, actor integer, more bytea) order by t.place
  ), event as (
    insert into cairn.audit_trail (event_id, at, request, ehr, object, act, actor, more) select event_id, at, request, ehr, object, act, actor, more from told
  )
  select place::integer as place, event_id from told
  union all select place::integer, null from outdated

-- single: version.commitSome
with wanted as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::boolean[], $6::text[]) with ordinality as c (ehr_id, contribution_id, committed_at, audit, status_only, event, place)
  ), outdated as materialized (
    select distinct v.commit as place
    from unnest($7::integer[], $12::smallint[], $14::integer[]) with ordinality as v (commit, change_type, template_key, place)
    left join lateral (
      select t.template_key from cairn.template t where t.template_key = v.template_key
        and t.version = (select max(n.version) from cairn.template n where n.template_id = t.template_id)
      limit 1
    ) in_force on true
    where v.template_key is not null and v.change_type <> 666 and in_force.template_key is null
  ), ehrs as materialized (
    select distinct ehr_id from wanted
  ), turn as materialized (
    select ehr_id from ehrs where pg_try_advisory_xact_lock_shared(hashtextextended('cairn.ehr ' || (ehr_id)::text, 0))
  ), gate as materialized (
    select w.* from wanted w join turn using (ehr_id), lateral (
      select from cairn.ehr where ehr.ehr_id = turn.ehr_id and (is_modifiable or w.status_only) and (read_to is null or read_to < w.committed_at) for key share skip locked
    ) ehr
    where w.place <> all(array(select place from outdated))
  ), given as materialized (
    select v.*, nextval('cairn.version_commit_number_seq') as commit_number,
      (select t.artefact_id from cairn.template t where t.template_key = v.template_key and v.kind in ('COMPOSITION', 'PERSON', 'ORGANISATION', 'GROUP', 'AGENT', 'ROLE'))
        as artefact_id
    from (
      select g.ehr_id, g.contribution_id, g.committed_at, v.*
      from gate g join unnest($7::integer[], $8::uuid[], $9::integer[], $10::text[], $11::text[], $12::smallint[], $13::smallint[], $14::integer[], $15::text[], $16::text[], $17::text[], $18::bigint[], $19::bytea[]) with ordinality as v (commit, object_id, version, kind, system_id, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed, place) on v.commit = g.place
      order by v.place
    ) v
  ), contribution as (
    insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, committed_at, audit from gate
  ), object as (
    insert into cairn.versioned_object (ehr_id, object_id, kind, created_at, artefact_id)
    select ehr_id, object_id, kind, committed_at, artefact_id from given where version = 1
  ), version as (
    insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed) overriding system value
    select ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs::text[], envelope, data, preset_id, packed from given
  ), listed as (
    update cairn.versioned_object o set artefact_id = g.artefact_id from given g where g.version > 1 and o.ehr_id = g.ehr_id and o.object_id = g.object_id
      and o.object_id = any(array(select object_id from given where version > 1))
      and o.artefact_id is distinct from g.artefact_id
  ), superseded_root as (

    update cairn.root set latest = false from (select g.ehr_id, s.commit_number from gate g
      join unnest($32::integer[], $33::bigint[]) with ordinality as s (commit, commit_number, place) on s.commit = g.place) as superseded where root.ehr_id = superseded.ehr_id and root.commit_number = superseded.commit_number
  ), root as (
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time)
    select v.ehr_id, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key, r.event_path, r.event_time from unnest($20::integer[], $21::integer[], $22::integer[], $23::integer[], $24::integer[], $25::text[], $26::integer[], $27::boolean[], $28::jsonb[], $29::integer[], $30::integer[], $31::bigint[]) with ordinality as r (version, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time, place) join given v on v.place = r.version
  ), told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from gate as t, lateral json_to_record(t.event::json) as e (at timestamptz, request uuid, ehr uuid, object uuid, act integer, actor integer, more bytea) order by t.place
  ), event as (
    insert into cairn.audit_trail (event_id, at, request, ehr, object, act, actor, more) select event_id, at, request, ehr, object, act, actor, more from told
  )
  select place::integer as place, event_id from told
  union all select place::integer, null from outdated

-- both: import.ehrs
insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, directory_id, default_episode_id, is_modifiable, is_queryable)
    select ehr_id, system_id, created_at, status_id, access_id, directory_id, default_episode_id, is_modifiable, is_queryable from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::boolean[], $9::boolean[]) with ordinality as r (ehr_id, system_id, created_at, status_id, access_id, directory_id, default_episode_id, is_modifiable, is_queryable, place)

-- both: ehr.addSubjects
insert into cairn.ehr_subject (namespace, subject_id, ehr_id)
    select namespace, subject_id, ehr_id from unnest($1::text[], $2::text[], $3::uuid[]) with ordinality as r (namespace, subject_id, ehr_id, place)

-- both: import.episodes
insert into cairn.episode (ehr_id, episode_id, number, name, active, urgency, care_circuit, starts_at, starts_text, ends_at, ends_text, deleted) overriding system value
    select ehr_id, episode_id, number, name, active, urgency, care_circuit, starts_text::timestamptz, starts_text, ends_text::timestamptz, ends_text, deleted from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean[]) with ordinality as r (ehr_id, episode_id, number, name, active, urgency, care_circuit, starts_text, ends_text, deleted, place)

-- single: audit.append
with told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from json_array_elements($1::json) with ordinality as t (event, place), lateral json_to_record(t.event::json) as e (at timestamptz, request uuid, ehr uuid, object uuid, act integer, actor integer, more bytea) order by t.place
  ), event as (
    insert into cairn.audit_trail (event_id, at, request, ehr, object, act, actor, more) select event_id, at, request, ehr, object, act, actor, more from told
  )
         select event_id from told order by place

-- single: import.contributions
with wanted as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::boolean[], $6::text[]) with ordinality as c (ehr_id, contribution_id, committed_at, audit, status_only, event, place)
  ), ehrs as materialized (
    select distinct ehr_id from wanted
  ), turn as materialized (
    select ehr_id, pg_advisory_xact_lock_shared(hashtextextended('cairn.ehr ' || (ehr_id)::text, 0)) from ehrs
  ), gate as materialized (
    select w.* from wanted w join turn using (ehr_id), lateral (
      select from cairn.ehr where ehr.ehr_id = turn.ehr_id  for key share
    ) ehr
  ), given as materialized (
    select v.*, nextval('cairn.version_commit_number_seq') as commit_number,
      (select t.artefact_id from cairn.template t where t.template_key = v.template_key and v.kind in ('COMPOSITION', 'PERSON', 'ORGANISATION', 'GROUP', 'AGENT', 'ROLE'))
        as artefact_id
    from (
      select g.ehr_id, g.contribution_id, g.committed_at, v.*
      from gate g join unnest($7::integer[], $8::uuid[], $9::integer[], $10::text[], $11::text[], $12::smallint[], $13::smallint[], $14::integer[], $15::text[], $16::text[], $17::text[], $18::bigint[], $19::bytea[]) with ordinality as v (commit, object_id, version, kind, system_id, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed, place) on v.commit = g.place
      order by v.place
    ) v
  ), contribution as (
    insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, committed_at, audit from gate
  ), object as (
    insert into cairn.versioned_object (ehr_id, object_id, kind, created_at, artefact_id)
    select ehr_id, object_id, kind, committed_at, artefact_id from given where version = 1
  ), version as (
    insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed) overriding system value
    select ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs::text[], envelope, data, preset_id, packed from given
  ), listed as (
    update cairn.versioned_object o set artefact_id = g.artefact_id from given g where g.version > 1 and o.ehr_id = g.ehr_id and o.object_id = g.object_id
      and o.object_id = any(array(select object_id from given where version > 1))
      and o.artefact_id is distinct from g.artefact_id
  ), superseded_root as (

    update cairn.root set latest = false from (select g.ehr_id, s.commit_number from gate g
      join unnest($32::integer[], $33::bigint[]) with ordinality as s (commit, commit_number, place) on s.commit = g.place) as superseded where root.ehr_id = superseded.ehr_id and root.commit_number = superseded.commit_number
  ), root as (
    insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time)
    select v.ehr_id, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key, r.event_path, r.event_time from unnest($20::integer[], $21::integer[], $22::integer[], $23::integer[], $24::integer[], $25::text[], $26::integer[], $27::boolean[], $28::jsonb[], $29::integer[], $30::integer[], $31::bigint[]) with ordinality as r (version, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time, place) join given v on v.place = r.version
  ), told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from gate as t, lateral json_to_record(t.event::json) as e (at timestamptz, request uuid, ehr uuid, object uuid, act integer, actor integer, more bytea) order by t.place
  ), event as (
    insert into cairn.audit_trail (event_id, at, request, ehr, object, act, actor, more) select event_id, at, request, ehr, object, act, actor, more from told
  )
  select place::integer as place, event_id from told

-- citus: routed.contribution
insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit, changed_in)
    select ehr_id, contribution_id, committed_at, audit, changed_in from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::xid8[]) with ordinality as r (ehr_id, contribution_id, committed_at, audit, changed_in, place)

-- citus: routed.object
insert into cairn.versioned_object (ehr_id, object_id, kind, created_at, artefact_id)
    select ehr_id, object_id, kind, created_at, artefact_id from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::integer[]) with ordinality as r (ehr_id, object_id, kind, created_at, artefact_id, place)

-- citus: routed.version
insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed) overriding system value
    select ehr_id, object_id, version, kind, system_id, contribution_id, committed_at, commit_number, change_type, lifecycle, template_key, other_inputs::text[], envelope, data, preset_id, packed from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[], $5::integer[], $6::text[], $7::text[], $8::smallint[], $9::smallint[], $10::integer[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::bytea[], $16::bigint[]) with ordinality as r (ehr_id, contribution_id, committed_at, object_id, version, kind, system_id, change_type, lifecycle, template_key, other_inputs, envelope, data, preset_id, packed, commit_number, place)

-- citus: routed.roots
insert into cairn.root (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time)
    select v.ehr_id, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key, r.event_path, r.event_time from unnest($3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::text[], $9::integer[], $10::boolean[], $11::jsonb[], $12::integer[], $13::integer[], $14::bigint[]) with ordinality as r (version, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key, event_path, event_time, place) join (select * from unnest($1::uuid[], $2::bigint[]) with ordinality as p (ehr_id, commit_number, place)) v on v.place = r.version

-- citus: audit.appendBatch
insert into cairn.audit_trail (batch, event_id, at, request, ehr, object, act, actor, more)
         select $1::uuid, n.event_id, e.at, e.request, e.ehr, e.object, e.act, e.actor, e.more
         from unnest($2::bigint[]) with ordinality as n (event_id, place)
         join json_array_elements($3::json) with ordinality as t (event, place) using (place),
           lateral json_to_record(t.event) as e (at timestamptz, request uuid, ehr uuid, object uuid, act integer, actor integer, more bytea)
