-- The EHRs that an answer showed are a list of their own form, which costs the database half. See docs/decisions/0073-listed-ehrs.md.
-- Rows that are there stay as they are: both forms are read.

-- 16 bytes: one more id of the path. 32 bytes: SHA-256 of the query. "{" and more: JSON, with "r" request id and "e" EHR where they are no
-- UUIDs, "t" the third id, "p" the whole path, "a" the columns of an act, "w" those of an actor, "d" details. Otherwise texts between
-- commas: SHA-256 of the query or nothing, and then the EHRs that were shown, all in hexadecimal.
create or replace function cairn.audit_more(more bytea) returns jsonb language sql immutable strict parallel safe as $$
  select case
    when octet_length(more) = 16 then jsonb_build_object('t', encode(more, 'hex')::uuid)
    when octet_length(more) = 32 then jsonb_build_object('d', jsonb_build_object('query', encode(more, 'hex')))
    when get_byte(more, 0) = 123 then convert_from(more, 'UTF8')::jsonb
    else (
      select jsonb_build_object('d', jsonb_strip_nulls(jsonb_build_object(
        'query', nullif(listed.texts[1], ''),
        'ehrs', (select jsonb_agg(regexp_replace(each.id, '^(.{8})(.{4})(.{4})(.{4})', '\1-\2-\3-\4-') order by each.place)
          from unnest(listed.texts[2:]) with ordinality as each (id, place)))))
      from (select string_to_array(encode(more, 'escape'), ',') as texts) listed)
    end
$$;

-- The database prepares the conditions of these for each statement that adds events, and so would read the text of the function each time:
-- they look for a name in the bytes instead.
drop index cairn.audit_trail_ehrs;
drop index cairn.audit_trail_removed;
create index audit_trail_ehrs on cairn.audit_trail using gin ((cairn.audit_more(more) -> 'd' -> 'ehrs') jsonb_path_ops)
  where octet_length(more) > 32 and get_byte(more, 0) = 123 and position('"ehrs"'::bytea in more) > 0;
create index audit_trail_removed on cairn.audit_trail (event_id)
  where octet_length(more) > 32 and get_byte(more, 0) = 123 and position('"removed"'::bytea in more) > 0;
create index audit_trail_listed on cairn.audit_trail using gin (string_to_array(encode(more, 'escape') collate "C", ','))
  where octet_length(more) > 32 and get_byte(more, 0) <> 123;

drop view cairn.audit_event;
drop view cairn.audit_trail_event;

-- Events of the partitions, with all that they have by number. "ehr" has an index. "surplus": the row has something that no event shows, which
-- only somebody with the database can have put there. The others are for whoever looks for one of these, for the sake of their indexes:
-- "may_remove" and "may_list" have JSON that may say what was deleted, or list EHRs; "is_list" has a list of EHRs, and "listed" its texts.
create view cairn.audit_trail_event as
select e.event_id, e.at, coalesce(e.request::text, m.more ->> 'r') as request_id,
  coalesce(actor.client_id, m.more -> 'w' ->> 0) as client_id,
  coalesce(actor.address, m.more -> 'w' ->> 2) as address,
  coalesce(act.method, m.more -> 'a' ->> 0) as method,
  coalesce(act.route, m.more -> 'a' ->> 1) as route,
  coalesce(m.more ->> 'p', replace(replace(replace(coalesce(act.path, m.more -> 'a' ->> 2),
    E'\x01', coalesce(e.ehr::text, '')), E'\x02', coalesce(e.object::text, '')), E'\x03', coalesce(m.more ->> 't', ''))) as path,
  coalesce(e.ehr::text, m.more ->> 'e') as ehr_id,
  coalesce(act.action, m.more -> 'a' ->> 3) as action,
  coalesce(act.status, (m.more -> 'a' ->> 4)::smallint) as status,
  coalesce(act.outcome, m.more -> 'a' ->> 5) as outcome,
  coalesce(actor.person, m.more -> 'w' ->> 1) as person,
  case when coalesce(act.commits, (m.more -> 'a' ->> 6)::boolean) then e.object end as contribution_id,
  m.more -> 'd' as detail,
  e.ehr,
  coalesce(
    (e.object is not null and not coalesce(act.commits, (m.more -> 'a' ->> 6)::boolean)
      and position(E'\x02' in coalesce(act.path, m.more -> 'a' ->> 2)) = 0)
    or (m.more ? 't' and position(E'\x03' in coalesce(act.path, m.more -> 'a' ->> 2)) = 0)
    or (m.more ? 'p' and coalesce(act.path, m.more -> 'a' ->> 2) <> '')
    or (m.more ? 'r' and e.request is not null) or (m.more ? 'e' and e.ehr is not null)
    or (m.more ? 'a' and act.act is not null) or (m.more ? 'w' and actor.actor is not null)
    or (m.more - array['r', 'e', 't', 'p', 'a', 'w', 'd']) <> '{}', false) as surplus,
  octet_length(e.more) > 32 and get_byte(e.more, 0) = 123 and position('"removed"'::bytea in e.more) > 0 as may_remove,
  octet_length(e.more) > 32 and get_byte(e.more, 0) = 123 and position('"ehrs"'::bytea in e.more) > 0 as may_list,
  octet_length(e.more) > 32 and get_byte(e.more, 0) <> 123 as is_list,
  string_to_array(encode(e.more, 'escape') collate "C", ',') as listed
from cairn.audit_trail e
left join cairn.audit_act act on act.act = e.act
left join cairn.audit_actor actor on actor.actor = e.actor
cross join lateral (select cairn.audit_more(e.more)) m (more);

-- Every event, in one form.
create view cairn.audit_event as
select event_id, at, request_id, client_id, address, method, route, path, ehr_id, action, status, outcome, person,
  contribution_id, detail, surplus, may_remove
from cairn.audit_trail_event
union all
select event_id, at, request_id, client_id, address, method, route, path, ehr_id, action::text, status, outcome, person,
  contribution_id, detail, false, detail is not null
from cairn.audit_old_event;
