-- The audit trail in partitions by month, in rows of some 100 bytes. See docs/decisions/0049-audit-in-partitions.md.

-- Events from before this migration stay as they are.
alter table cairn.audit_event rename to audit_old_event;

-- Numbers go on, without the table. In a distributed database they do so already.
do $$
declare
  next bigint;
begin
  if exists (select from pg_attribute
      where attrelid = 'cairn.audit_old_event'::regclass and attname = 'event_id' and attidentity <> '') then
    select case when is_called then last_value + 1 else last_value end into next from cairn.audit_event_event_id_seq;
    alter table cairn.audit_old_event alter column event_id drop identity;
    execute format('create sequence cairn.audit_event_event_id_seq start with %s', next);
  end if;
end
$$;

-- What many requests of a month have in common. An event names it by number, or has it in its own row.
create table cairn.audit_act (
  act integer generated always as identity primary key,
  -- The first day of the month whose events have this number.
  month date not null,
  method text not null,
  -- Pattern of the route; empty where nothing matched.
  route text not null,
  -- With characters in place of ids: U+0001 for the EHR, U+0002 for the object, U+0003 for the third id of the event.
  path text not null,
  -- C, R, U, D, E: create, read, update, delete, execute (IHE BALP).
  action text not null,
  status smallint not null,
  outcome text not null check (outcome in ('success', 'denied', 'failure', 'error')),
  -- True: the object of the event is the contribution that was written in the same transaction.
  commits boolean not null
);

create table cairn.audit_actor (
  actor integer generated always as identity primary key,
  month date not null,
  -- Empty where no token was good.
  client_id text not null,
  -- Who is behind the client, where the token names somebody else than the client.
  person text,
  address text not null
);

-- Eight columns: with a ninth, every row would be eight bytes longer. There is no unique key, since the numbers come from a sequence.
create table cairn.audit_trail (
  event_id bigint not null,
  at timestamptz not null,
  request uuid,
  ehr uuid,
  -- The contribution that was written, or the first id of the path that is not that of the EHR.
  object uuid,
  -- Null where the words are in "more".
  act integer,
  actor integer,
  -- Everything else, as cairn.audit_more reads it.
  more bytea
) partition by range (at);

-- 16 bytes: one more id of the path. 32 bytes: SHA-256 of the query. Otherwise JSON: "r" request id and "e" EHR where they are no UUIDs,
-- "t" the third id, "p" the whole path, "a" the columns of an act, "w" those of an actor, "d" details.
create function cairn.audit_more(more bytea) returns jsonb language sql immutable strict parallel safe as $$
  select case octet_length(more)
    when 16 then jsonb_build_object('t', encode(more, 'hex')::uuid)
    when 32 then jsonb_build_object('d', jsonb_build_object('query', encode(more, 'hex')))
    else convert_from(more, 'UTF8')::jsonb end
$$;

-- Events of months without a partition, so that none is ever refused. They move when it is made.
create table cairn.audit_trail_default partition of cairn.audit_trail default;

create index audit_trail_ehr on cairn.audit_trail (ehr) where ehr is not null;
-- Rows come in the order of their times and numbers, nearly.
create index audit_trail_time on cairn.audit_trail using brin (at, event_id) with (pages_per_range = 16);
-- The length comes first, so that the function is not called for most rows that are written: it is as dear as the row.
create index audit_trail_ehrs on cairn.audit_trail using gin ((cairn.audit_more(more) -> 'd' -> 'ehrs') jsonb_path_ops)
  where octet_length(more) > 32 and cairn.audit_more(more) -> 'd' -> 'ehrs' is not null;
create index audit_trail_removed on cairn.audit_trail (event_id)
  where octet_length(more) > 32 and cairn.audit_more(more) -> 'd' -> 'removed' is not null;

do $$
declare
  own text;
begin
  foreach own in array array['audit_trail', 'audit_trail_default', 'audit_act', 'audit_actor'] loop
    execute format('create trigger audit_append_only before update or delete or truncate on cairn.%I
      for each statement execute function cairn.refuse_change()', own);
  end loop;
end
$$;

-- Makes the partition of a month, and moves the events there that came before it. False: it is there already.
-- A table that is attached, instead of one that is made as a partition, keeps no commit waiting.
create function cairn.make_audit_partition(month date) returns boolean language plpgsql as $$
declare
  name text := 'audit_trail_' || to_char(month, 'YYYY_MM');
  since timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  until timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
  guarded boolean := exists (select from pg_trigger where tgrelid = 'cairn.audit_trail'::regclass and tgname = 'audit_append_only');
begin
  if to_regclass('cairn.' || name) is not null then
    return false;
  end if;
  execute format('create table cairn.%I (like cairn.audit_trail)', name);
  lock table cairn.audit_trail_default in access exclusive mode;
  if exists (select from cairn.audit_trail_default where at >= since and at < until) then
    alter table cairn.audit_trail_default disable trigger user;
    execute format('insert into cairn.%I select * from cairn.audit_trail_default where at >= $1 and at < $2', name) using since, until;
    delete from cairn.audit_trail_default where at >= since and at < until;
    alter table cairn.audit_trail_default enable trigger user;
  end if;
  execute format('alter table cairn.audit_trail attach partition cairn.%I for values from (%L) to (%L)', name, since, until);
  if guarded then
    execute format('create trigger audit_append_only before update or delete or truncate on cairn.%I
      for each statement execute function cairn.refuse_change()', name);
  end if;
  return true;
end
$$;

insert into cairn.turn (work) values ('audit partitions');

-- Events of the partitions, with all that they have by number. "ehr" has an index. "is_long": it may list EHRs or what was deleted; whoever
-- looks for these says so, for the sake of their indexes. "surplus": the row has something that no event shows, which
-- only somebody with the database can have put there.
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
  octet_length(e.more) > 32 as is_long
from cairn.audit_trail e
left join cairn.audit_act act on act.act = e.act
left join cairn.audit_actor actor on actor.actor = e.actor
cross join lateral (select cairn.audit_more(e.more)) m (more);

-- Every event, in one form.
create view cairn.audit_event as
select event_id, at, request_id, client_id, address, method, route, path, ehr_id, action, status, outcome, person,
  contribution_id, detail, surplus, is_long
from cairn.audit_trail_event
union all
select event_id, at, request_id, client_id, address, method, route, path, ehr_id, action::text, status, outcome, person,
  contribution_id, detail, false, detail is not null
from cairn.audit_old_event;

-- Seals of the new form have no list of events, and four bytes of the digest of each.
alter table cairn.audit_seal
  alter column events drop not null,
  -- Ids of its events: the first, their number, and the distance of each from the first; without distances they follow each other.
  add column first_event bigint,
  add column event_count integer,
  add column offsets smallint[],
  -- Times of its events, which are of one month.
  add column from_at timestamptz,
  add column to_at timestamptz,
  -- SHA-256 of the whole digests of its events, one after the other.
  add column total bytea,
  -- Set by the retention of the trail: events from before this time are gone, and seals up to this one.
  add column removed_before timestamptz,
  add column removed_to bigint;

-- The events that have a seal; two processes may have sealed the same one.
create view cairn.audit_sealed as
select seal_number, sealed_at, unnest(events) as event_id from cairn.audit_seal where events is not null
union all
select seal_number, sealed_at, first_event + unnest(offsets) from cairn.audit_seal where offsets is not null
union all
select seal_number, sealed_at, generate_series(first_event, first_event + event_count - 1)
from cairn.audit_seal where events is null and offsets is null;
