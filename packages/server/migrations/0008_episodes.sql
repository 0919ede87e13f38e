-- Episodes of care: versioned like every record, and here once more as they are now, to be joined. Keys lead with ehr_id.

create table cairn.episode (
  ehr_id uuid not null references cairn.ehr,
  -- Of its versioned object. The default episode of an EHR from before episodes has none until it is changed.
  episode_id uuid not null,
  -- For life, shown as E0000001. Across all EHRs by the sequence alone: no constraint could span a distributed table.
  number bigint generated always as identity,
  name text not null,
  active boolean not null,
  -- at0012, at0013, at0014.
  urgency text,
  care_circuit text,
  -- As instants, and as they were given, with their offsets.
  starts_at timestamptz not null,
  starts_text text not null,
  -- Null: it is open.
  ends_at timestamptz,
  ends_text text,
  -- What is deleted takes no records and is not listed; its history stays.
  deleted boolean not null default false,
  primary key (ehr_id, episode_id)
);

-- Every EHR has one; the default of this column is for those that are there already.
alter table cairn.ehr add column default_episode_id uuid not null default gen_random_uuid();
alter table cairn.ehr alter column default_episode_id drop default;

insert into cairn.episode (ehr_id, episode_id, name, active, starts_at, starts_text)
select ehr_id, default_episode_id, 'Default episode', true, created_at,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || '+00:00'
from cairn.ehr order by created_at, ehr_id;

-- The episode that a record belongs to; null: the default one of its EHR. No foreign key: it would be checked for every
-- object, and nearly all have none. Who names an episode holds its row, and who takes it away looks for those first.
alter table cairn.versioned_object add column episode_id uuid;

create index versioned_object_episode on cairn.versioned_object (ehr_id, episode_id) where episode_id is not null;
