-- Webhooks: subscriptions to the change feed. See docs/decisions/0112-webhooks.md.

create table cairn.subscription (
  subscription_id uuid primary key,
  name text not null,
  -- The address that events are sent to.
  url text not null,
  -- The caller that made it: events are those that it may read when they are sent.
  client_id text not null,
  person_id text,
  -- Scopes of the token; null: the session of a person.
  scopes text[],
  -- The grant that the token of an app came from: the subscription ends with it.
  grant_id uuid,
  -- As the parameters of the feed: type, template_id, archetype_id, ehr_id, tag.
  filter jsonb not null,
  with_content boolean not null,
  -- Most events of a request; 1: each event in a request of its own.
  batch_size integer not null check (batch_size > 0),
  signing text not null check (signing in ('hmac', 'ed25519')),
  -- Sealed; the previous one signs as well until its time.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  -- How the receiver knows the sender beside the signature: JSON, sealed.
  receiver_auth bytea,
  paused_at timestamptz,
  pause_reason text,
  -- The place in the feed up to which all events are sent, but for those of lanes. Null: the start of the feed.
  position bigint,
  part bigint,
  mark text,
  -- Failed attempts of the event or the batch that is next.
  attempts integer not null default 0,
  failing_since timestamptz,
  next_at timestamptz not null default now(),
  -- The process that delivers; its lease counts by the clock of the database alone.
  holder uuid,
  held_until timestamptz,
  created_at timestamptz not null default now()
);
create index subscription_owner on cairn.subscription (client_id, person_id);

-- EHRs whose next event the receiver did not take, while those of others go on. The position has the EHR (cairn.change), also after a merge.
create table cairn.subscription_lane (
  subscription_id uuid not null references cairn.subscription on delete cascade,
  -- The event that is next.
  position bigint not null,
  part bigint not null,
  attempts integer not null,
  failing_since timestamptz not null,
  next_at timestamptz not null,
  primary key (subscription_id, position)
);

-- Attempts to send events; the latest of each subscription are kept.
create table cairn.delivery (
  subscription_id uuid not null references cairn.subscription on delete cascade,
  delivery_id bigint generated always as identity,
  -- `webhook-id` of the request: the id of its event, or of the first and the last event.
  webhook_id text not null,
  event_type text not null,
  events integer not null,
  attempt integer not null,
  sent_at timestamptz not null default clock_timestamp(),
  milliseconds integer not null,
  -- Null: there was no answer.
  status integer,
  -- The beginning of the answer, or why there is none.
  answer text not null,
  primary key (subscription_id, delivery_id)
);

-- Parties are in the feed as well: a contribution to them has no EHR.
alter table cairn.change add column is_party boolean not null default false;
create index contribution_changed on cairn_party.contribution (changed_in) where changed_in is not null;
-- Those that exist get the next positions here. Without a transaction, no round finds them again.
lock table cairn_party.contribution in share row exclusive mode;
update cairn_party.contribution set changed_in = null where changed_in is not null;
insert into cairn.change (position, source_id, is_note, is_party)
with made as materialized (
  select contribution_id, min(commit_number) as number from cairn_party.version group by contribution_id
)
select (select coalesce(max(position), 0) from cairn.change) + row_number() over (order by number), contribution_id, false, true
from made;
