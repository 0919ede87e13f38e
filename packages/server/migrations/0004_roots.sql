-- What queries run on: a row for each archetype root of a version, and the dictionary of the paths inside them.
-- See docs/decisions/0003-storage-layout.md.

-- The three tables of the dictionary only ever grow; reference tables where the database is distributed.
create table cairn.archetype (
  archetype_key integer generated always as identity primary key,
  rm_type text not null,
  -- Of the outermost object of a version whatever node id it has.
  archetype_id text not null,
  -- Servers ask for what is new since they last asked.
  added_at timestamptz not null default clock_timestamp(),
  unique (rm_type, archetype_id)
);

create index archetype_added on cairn.archetype (added_at);

create table cairn.path (
  path_key integer generated always as identity primary key,
  -- data[at0001]|HISTORY/events*[at0006]|POINT_EVENT/time|DV_DATE_TIME/value
  path text not null unique
);

-- Which paths occur under which archetype.
create table cairn.archetype_path (
  archetype_key integer not null references cairn.archetype,
  path_key integer not null references cairn.path,
  -- Whether it ever occurred several times in one root: where not, a query takes the value as it is.
  several boolean not null,
  -- Or since when there are several.
  added_at timestamptz not null default clock_timestamp(),
  primary key (archetype_key, path_key)
);

create index archetype_path_added on cairn.archetype_path (added_at);

-- A root knows its version by the number of its commit: half as wide as object and version, and the order of results.
create unique index version_commit on cairn.version (ehr_id, commit_number);

-- Made from the document and written with it in one statement; no foreign keys, they would cost a look-up a row.
create table cairn.root (
  ehr_id uuid not null,
  commit_number bigint not null,
  -- Nested sets within the version: b is inside a where b.num > a.num and b.num <= a.cap.
  num integer not null,
  cap integer not null,
  -- The num of the root that this one is directly inside of, and by which path and instance; null on the outermost.
  parent integer,
  via integer,
  at text,
  archetype_key integer not null,
  -- False once a newer version of the object is there, be it its deletion.
  latest boolean not null,
  -- path_key → value; or, where it occurs several times or not as the first of its kind, path_key → {instance → value}.
  leaves jsonb not null,
  primary key (ehr_id, commit_number, num)
);

-- In the order of commits, so that a population query with LIMIT reads no more than it gives; with what containment
-- and counts need, so that they read no rows at all.
create index root_latest on cairn.root (archetype_key, commit_number, num) include (ehr_id, cap) where latest;
create index root_latest_document on cairn.root (commit_number) where latest and num = 0;
-- Ten times faster on a record of 2,000 compositions than going through all of its roots.
create index root_latest_of_ehr on cairn.root (ehr_id, archetype_key, commit_number, num) where latest;
