-- What records are made by: templates and stored queries. Reference tables where the database is distributed.

create table cairn.template (
  -- Stable for life: records name the very template that they were validated with.
  template_key integer generated always as identity primary key,
  template_id text not null,
  -- Replacing a template adds a version; the highest is the one in force.
  version integer not null,
  uid text,
  concept text not null,
  archetype_id text not null,
  -- The OPT as it was sent.
  opt text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (template_id, version)
);

-- Servers ask for what is new since they last asked.
create index template_created on cairn.template (created_at);

create table cairn.stored_query (
  name text not null,
  major integer not null,
  minor integer not null,
  patch integer not null,
  -- As SEMVER has it, without the hyphen; empty for a release.
  prerelease text not null default '',
  q text not null,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (name, major, minor, patch, prerelease)
);
