-- The reach of a caller is read once for each statement, and by as few statements as the kinds of assignments need.
-- See docs/decisions/0104-newest-by-event-time.md.

-- EHRs that are assigned to a person now. A cluster has the assignments on its coordinator and the rest on its nodes: so these are separate statements.
create function cairn.ehrs_of_person(of_person text) returns uuid[] language plpgsql stable as $$
declare
  direct uuid[];
  episodes uuid[];
  of_episodes uuid[];
  tags text[];
  tag_values text[];
  found uuid[];
begin
  select array_agg(a.ehr_id) filter (where a.kind in ('ehr', 'break_glass')),
    array_agg(a.ehr_id) filter (where a.kind = 'episode'), array_agg(a.episode_id) filter (where a.kind = 'episode'),
    array_agg(a.tag_key) filter (where a.kind = 'tag'), array_agg(a.tag_value) filter (where a.kind = 'tag')
  into direct, of_episodes, episodes, tags, tag_values
  from cairn.assignment a
  where a.person_id = of_person and a.starts_at <= now() and (a.ends_at is null or a.ends_at > now());
  if episodes is not null then
    select array_agg(p.ehr_id) into found
    from cairn.episode p join unnest(of_episodes, episodes) as a (ehr_id, episode_id) using (ehr_id, episode_id)
    where not p.deleted and (p.ends_at is null or p.ends_at > now());
    direct := array_cat(direct, found);
  end if;
  if tags is not null then
    select array_agg(t.ehr_id) into found
    from cairn.item_tag t join cairn.ehr e on e.ehr_id = t.ehr_id and e.status_id = t.object_id
    join unnest(tags, tag_values) as a (tag_key, tag_value)
      on t.key = a.tag_key and (a.tag_value is null or t.value = a.tag_value)
    where t.version = 0;
    direct := array_cat(direct, found);
  end if;
  return coalesce(direct, '{}');
end
$$;

create or replace function cairn.ehrs_of_rule(rule jsonb) returns uuid[] language plpgsql stable as $$
declare
  launched uuid := (rule ->> 'launched')::uuid;
  assigned uuid[];
begin
  if (rule ->> 'assigned')::boolean then
    assigned := cairn.ehrs_of_person(cairn.reach() ->> 'person');
    return case when launched is null then assigned when launched = any(assigned) then array[launched] else '{}' end;
  end if;
  return case when launched is null then null else array[launched] end;
end
$$;

create or replace function cairn.reached_ehrs() returns uuid[] language plpgsql stable as $$
declare
  rules jsonb := cairn.reach() -> 'rules';
  reached uuid[] := '{}';
begin
  for at in 0 .. coalesce(jsonb_array_length(rules), 0) - 1 loop
    reached := reached || cairn.ehrs_of_rule(rules -> at);
  end loop;
  return reached;
end
$$;

drop function cairn.assigned_ehrs(text);

-- The path that has a time for each event of a root, where it is the only one; 0 where there is none such, and in all roots from before, whose rows
-- stay as they are: `cairn index rebuild` gives them theirs. Null in classes without event times.
alter table cairn.root add column event_path integer default 0;
-- Parties have no events: the table has the columns of the other, since one statement writes both.
alter table cairn_party.root add column event_path integer default 0;

-- The roots of one EHR and archetype, the latest event first; those of one time in the order of their commits, as in an answer.
create index root_event_time on cairn.root (ehr_id, archetype_key, event_path,
  (case when jsonb_typeof(leaves -> event_path::text) in ('array', 'object')
    then cairn.greatest_value(leaves -> event_path::text) else leaves -> event_path::text end) desc, commit_number, num)
  where latest and event_path is not null;
