-- What people are found by (docs/decisions/0105-finding-people.md). A row is written with each commit of a PERSON, and removed with its deletion.
create table cairn_party.person_entry (
  ehr_id uuid primary key,
  -- The name of the template: rights on people are by it.
  template_id text,
  archetype_id text not null default '',
  -- The revision of the definition that the row was made by; less than the latest: the row is made again.
  revision integer not null default -1,
  -- As they are shown.
  name text not null default '',
  birth_date text,
  -- As they are compared.
  sex text,
  born_from date,
  born_to date,
  name_terms text[] not null default '{}',
  address_terms text[] not null default '{}',
  identifiers jsonb not null default '[]',
  -- Hashes of all that is looked up: names with their misspellings and beginnings, birth dates, identifiers, addresses.
  keys integer[] not null default '{}'
);
-- Without a list of pending rows, which every search would have to read.
create index person_entry_keys on cairn_party.person_entry using gin (keys) with (fastupdate = off);
create index person_entry_born on cairn_party.person_entry (born_from) where born_from is not null;
create index person_entry_revision on cairn_party.person_entry (archetype_id, revision);

insert into cairn_party.person_entry (ehr_id) select ehr_id from cairn_party.versioned_object where kind = 'PERSON';

-- Where names, birth dates, sex, identifiers and addresses are in people of an archetype. Null: there is none any more.
create sequence cairn_party.person_definition_revision minvalue 1000 maxvalue 2147483647;
create table cairn_party.person_definition (
  archetype_id text primary key,
  definition jsonb,
  revision integer not null default nextval('cairn_party.person_definition_revision'),
  saved_at timestamptz not null default now(),
  saved_by text not null
);

do $$
declare
  of_column text;
begin
  foreach of_column in array array['name', 'birth_date', 'sex', 'born_from', 'born_to', 'name_terms', 'address_terms', 'identifiers', 'keys'] loop
    execute format('alter table cairn_party.person_entry alter column %I set statistics 0', of_column);
  end loop;
end
$$;
