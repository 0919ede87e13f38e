-- Rights that reach some EHRs or some templates only. See docs/decisions/0055-rights-as-views.md.

-- Roles that hold in the EHRs that are assigned to the person; those in `roles` hold everywhere.
alter table cairn.person add column assigned_roles text[] not null default '{}';

-- EHRs that a person is given. Rows stay when they have ended: they explain who could see what, and when.
create table cairn.assignment (
  assignment_id uuid primary key,
  person_id text not null references cairn.person,
  -- ehr: this EHR. episode: its EHR, until the episode ends. tag: all EHRs whose status has the tag. break_glass: this EHR, taken by the person.
  kind text not null check (kind in ('ehr', 'episode', 'tag', 'break_glass')),
  -- No foreign key: in a cluster, EHRs are on other nodes. When an EHR is physically deleted, its rows go too; the audit trail stays.
  ehr_id uuid,
  episode_id uuid,
  tag_key text,
  -- Null: whatever value the tag has.
  tag_value text,
  starts_at timestamptz not null,
  -- Null: until it is taken back.
  ends_at timestamptz,
  reason text,
  assigned_by text not null,
  assigned_at timestamptz not null,
  -- Of access that a person took: who looked at it afterwards, and the result.
  reviewed_by text,
  reviewed_at timestamptz,
  review text,
  check ((kind = 'tag') = (tag_key is not null)),
  check ((kind = 'tag') = (ehr_id is null)),
  check ((kind = 'episode') = (episode_id is not null)),
  check (kind <> 'break_glass' or (reason is not null and ends_at is not null))
);

create index assignment_person on cairn.assignment (person_id);
create index assignment_break_glass on cairn.assignment (assigned_at) where kind = 'break_glass';

-- EHRs are found by a tag of their status.
create index item_tag_key on cairn.item_tag (key) where version = 0;

create function cairn.assigned_ehrs(of_person text) returns setof uuid language sql stable as $$
  with valid as (
    select * from cairn.assignment a
    where a.person_id = of_person and a.starts_at <= now() and (a.ends_at is null or a.ends_at > now())
  )
  select v.ehr_id from valid v where v.kind in ('ehr', 'break_glass')
  union
  select p.ehr_id from valid v join cairn.episode p on p.ehr_id = v.ehr_id and p.episode_id = v.episode_id
  where v.kind = 'episode' and not p.deleted and (p.ends_at is null or p.ends_at > now())
  union
  select t.ehr_id from valid v
  join cairn.item_tag t on t.key = v.tag_key and t.version = 0 and (v.tag_value is null or t.value = v.tag_value)
  join cairn.ehr e on e.ehr_id = t.ehr_id and e.status_id = t.object_id
  where v.kind = 'tag'
$$;

-- The rights of the caller for whom a statement runs (rights/row-limit.ts): {"person", "rules": [{"launched", "assigned", "names"}], …}.
-- The views of records show nothing where it was not set.
create function cairn.reach() returns jsonb language sql stable as $$
  select nullif(current_setting('cairn.reach', true), '')::jsonb
$$;

-- True if the name matches all patterns of one of the lists, or if there is no list.
create function cairn.matches_names(name text, names jsonb) returns boolean language sql immutable as $$
  select coalesce(jsonb_typeof(names), 'null') = 'null' or exists (
    select from jsonb_array_elements(names) list
    where not exists (select from jsonb_array_elements_text(list) pattern where (name ~ pattern) is not true)
  )
$$;

-- The EHRs of a rule; null: every one.
create function cairn.ehrs_of_rule(rule jsonb) returns uuid[] language plpgsql stable as $$
begin
  if (rule ->> 'assigned')::boolean then
    return array(
      select a from cairn.assigned_ehrs(cairn.reach() ->> 'person') a
      where rule ->> 'launched' is null or a = (rule ->> 'launched')::uuid
    );
  end if;
  return case when rule ->> 'launched' is null then null else array[(rule ->> 'launched')::uuid] end;
end
$$;

-- For rights that reach no more than these EHRs.
create function cairn.reached_ehrs() returns uuid[] language plpgsql stable as $$
begin
  return array(
    select distinct e from jsonb_array_elements(cairn.reach() -> 'rules') rule, unnest(cairn.ehrs_of_rule(rule)) e
  );
end
$$;

-- Each rule is one bit. {"every": bits of rules for every EHR, "ehrs": {EHR: bits}, "templates": {template_key: bits},
-- "artefacts": {artefact_id: bits}}. The template 0 stands for records without a template, which only rules without names reach.
create function cairn.reached_records() returns jsonb language plpgsql stable as $$
begin
  return (
    with rule as (
      select 1 << (number - 1)::integer as bit, value -> 'names' as names, cairn.ehrs_of_rule(value) as ehrs
      from jsonb_array_elements(cairn.reach() -> 'rules') with ordinality as each (value, number)
    ), template as (
      select t.template_key, t.artefact_id, rule.bit from cairn.template t, rule
      where cairn.matches_names(t.template_id, rule.names)
    )
    select jsonb_build_object(
      'every', coalesce((select bit_or(bit) from rule where ehrs is null), 0),
      'ehrs', coalesce((select jsonb_object_agg(e.ehr, e.bits) from (
        select ehr, bit_or(bit) as bits from rule, unnest(rule.ehrs) ehr group by ehr) e), '{}'),
      'templates', coalesce((select jsonb_object_agg(t.template_key, t.bits) from (
        select template_key, bit_or(bit) as bits from template group by template_key
        union all select 0, bit_or(bit) from rule where cairn.matches_names(null, names) having count(*) > 0) t), '{}'),
      'artefacts', coalesce((select jsonb_object_agg(t.artefact_id, t.bits) from (
        select artefact_id, bit_or(bit) as bits from template group by artefact_id) t), '{}')
    )
  );
end
$$;

-- True if a rule reaches both the EHR and the template; null stands for what belongs to the EHR as a whole.
create function cairn.in_reach(reached jsonb, ehr uuid, part text, key integer) returns boolean
  language plpgsql immutable parallel safe as $$
begin
  return ((reached ->> 'every')::integer | coalesce((reached #>> array['ehrs', ehr::text])::integer, 0))
    & case when key is null then -1 else coalesce((reached #>> array[part, key::text])::integer, 0) end <> 0;
end
$$;

-- The template of a composition, by its latest version with data: a deletion has none, and no version changes it.
create function cairn.template_of(ehr uuid, object uuid) returns integer language sql stable as $$
  select coalesce((
    select v.template_key from cairn.version v
    where v.ehr_id = ehr and v.object_id = object and v.template_key is not null
    order by v.version desc limit 1), 0)
$$;

-- The views that statements read instead of the tables, for callers whose rights are limited: as many columns, and fewer rows.
-- `…_by_ehr`: all templates in some EHRs; `…_by_template`: some templates; `…_by_both`: some templates in some EHRs.
-- Called again by each migration that gives one of these tables another column.
create function cairn.make_reach_views() returns void language plpgsql as $$
declare
  suffix text;
  in_ehr text;
  in_records text;
  of_version text;
  of_object text;
begin
  foreach suffix in array array['by_ehr', 'by_template', 'by_both'] loop
    in_ehr := case suffix
      when 'by_template' then 'cairn.in_reach((select cairn.reached_records()), t.ehr_id, null, null)'
      else 't.ehr_id = any((select cairn.reached_ehrs())::uuid[])' end;
    in_records := case suffix when 'by_ehr' then in_ehr else
      in_ehr || ' and (t.kind <> ''COMPOSITION'' or cairn.in_reach((select cairn.reached_records()), t.ehr_id, %s))' end;
    of_version := format(in_records,
      '''templates'', coalesce(t.template_key, cairn.template_of(t.ehr_id, t.object_id))');
    of_object := format(in_records,
      'case when t.artefact_id is null then ''templates'' else ''artefacts'' end, '
      || 'coalesce(t.artefact_id, cairn.template_of(t.ehr_id, t.object_id))');

    execute format('drop view if exists cairn.version_%s cascade', suffix);
    execute format('create view cairn.version_%s as select * from cairn.version t where %s', suffix, of_version);
    execute format('create function cairn.envelope_of(v cairn.version_%s) returns jsonb language sql stable parallel safe as
      ''select cairn.envelope_of(row(v.*)::cairn.version)''', suffix);
    execute format('drop view if exists cairn.versioned_object_%s cascade', suffix);
    execute format('create view cairn.versioned_object_%s as select * from cairn.versioned_object t where %s',
      suffix, of_object);

    execute format('drop view if exists cairn.root_%s, cairn.contribution_%1$s, cairn.item_tag_%1$s, cairn.finding_%1$s,
      cairn.ehr_%1$s, cairn.ehr_subject_%1$s, cairn.episode_%1$s, cairn.erased_object_%1$s, cairn.erased_ehr_%1$s,
      cairn.template_%1$s, cairn.datamap_%1$s, cairn.stored_query_%1$s', suffix);
    execute format('create view cairn.root_%s as select * from cairn.root t where %s', suffix, case suffix
      when 'by_ehr' then in_ehr else format('exists (select from cairn.version_%s v
        where v.ehr_id = t.ehr_id and v.commit_number = t.commit_number)', suffix) end);
    execute format('create view cairn.contribution_%s as select * from cairn.contribution t where %s', suffix, case suffix
      when 'by_ehr' then in_ehr else format('exists (select from cairn.version_%s v
        where v.ehr_id = t.ehr_id and v.contribution_id = t.contribution_id)', suffix) end);
    execute format('create view cairn.item_tag_%s as select * from cairn.item_tag t where %s', suffix, case suffix
      when 'by_ehr' then in_ehr else format('exists (select from cairn.versioned_object_%s o
        where o.ehr_id = t.ehr_id and o.object_id = t.object_id)', suffix) end);
    execute format('create view cairn.finding_%s as select * from cairn.finding t where %s', suffix, case suffix
      when 'by_ehr' then in_ehr else format('exists (select from cairn.versioned_object_%s o
        where o.ehr_id = t.ehr_id and o.object_id = t.object_id)', suffix) end);
    execute format('create view cairn.ehr_%s as select * from cairn.ehr t where %s', suffix, in_ehr);
    execute format('create view cairn.ehr_subject_%s as select * from cairn.ehr_subject t where %s', suffix, in_ehr);
    execute format('create view cairn.episode_%s as select * from cairn.episode t where %s', suffix, in_ehr);
    execute format('create view cairn.erased_ehr_%s as select * from cairn.erased_ehr t where %s', suffix, in_ehr);
    -- The template of a composition that was erased is not known any more.
    execute format('create view cairn.erased_object_%s as select * from cairn.erased_object t where %s', suffix,
      in_ehr || case suffix when 'by_ehr' then '' else ' and t.kind <> ''COMPOSITION''' end);

    -- Definitions, by their names.
    execute format('create view cairn.template_%s as select * from cairn.template t
      where cairn.matches_names(t.template_id, (select cairn.reach() -> ''template''))', suffix);
    execute format('create view cairn.datamap_%s as select * from cairn.datamap t
      where cairn.matches_names(t.template_id, (select cairn.reach() -> ''datamap''))', suffix);
    execute format('create view cairn.stored_query_%s as select * from cairn.stored_query t
      where cairn.matches_names(t.name, (select cairn.reach() -> ''query''))', suffix);
  end loop;
end
$$;

select cairn.make_reach_views();
