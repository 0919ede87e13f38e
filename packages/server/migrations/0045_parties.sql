-- Parties (PERSON, ORGANISATION, GROUP, AGENT, ROLE) in a schema of their own, with rights of its own. The tables have the names and columns of
-- those in cairn, so that one statement is printed for either schema. A party is a record of its own: ehr_id is its id. See
-- docs/decisions/0100-parties-in-their-own-schema.md.
create schema if not exists cairn_party;

-- The record of a party: a commit holds its row, as it does that of an EHR.
create table cairn_party.ehr (
  ehr_id uuid primary key,
  created_at timestamptz not null,
  is_modifiable boolean not null default true,
  -- The time that it was read as of: commits get later ones.
  read_to timestamptz
);

-- A contribution to several parties has a row in each of them.
create table cairn_party.contribution (
  like cairn.contribution,
  primary key (ehr_id, contribution_id),
  foreign key (ehr_id) references cairn_party.ehr
);
create index contribution_id on cairn_party.contribution (contribution_id);

create sequence cairn_party.versioned_object_serial_seq;
create table cairn_party.versioned_object (
  like cairn.versioned_object,
  primary key (ehr_id, object_id),
  foreign key (ehr_id) references cairn_party.ehr,
  check (ehr_id = object_id)
);
alter table cairn_party.versioned_object alter column serial set default nextval('cairn_party.versioned_object_serial_seq');
create index versioned_object_artefact on cairn_party.versioned_object (artefact_id, serial) include (ehr_id)
  where artefact_id is not null;

create table cairn_party.version (
  like cairn.version including generated including constraints including storage including compression,
  primary key (ehr_id, object_id, version),
  foreign key (ehr_id, object_id) references cairn_party.versioned_object,
  foreign key (ehr_id, contribution_id) references cairn_party.contribution,
  foreign key (ehr_id, object_id, preceding) references cairn_party.version (ehr_id, object_id, version)
);
create unique index version_commit on cairn_party.version (ehr_id, commit_number);
create index version_contribution on cairn_party.version (contribution_id);
create index version_template on cairn_party.version (template_key) where template_key is not null;

create table cairn_party.root (
  like cairn.root including storage including compression,
  primary key (ehr_id, commit_number, num)
);
create index root_latest on cairn_party.root (archetype_key, commit_number, num) include (ehr_id, cap) where latest;
create index root_latest_document on cairn_party.root (commit_number) where latest and num = 0;

create table cairn_party.item_tag (
  like cairn.item_tag including defaults,
  primary key (ehr_id, object_id, version, key, target_path),
  foreign key (ehr_id, object_id) references cairn_party.versioned_object
);
create index item_tag_key on cairn_party.item_tag (key) where version = 0;

create table cairn_party.finding (
  like cairn.finding including constraints,
  primary key (ehr_id, object_id, version),
  foreign key (ehr_id, object_id, version) references cairn_party.version
);

-- What remains of a party that was physically deleted: that it was, when and by whom.
create table cairn_party.erased_ehr (
  like cairn.erased_ehr including defaults,
  primary key (ehr_id)
);

-- No samples of identifying values, as in cairn (0039).
do $$
declare
  given record;
begin
  for given in select * from (values
    ('contribution', 'audit'),
    ('version', 'other_inputs'), ('version', 'envelope'), ('version', 'data'), ('version', 'packed'),
    ('root', 'leaves'),
    ('item_tag', 'key'), ('item_tag', 'target_path'), ('item_tag', 'value'),
    ('finding', 'findings')
  ) as columns (of_table, of_column)
  loop
    execute format('alter table cairn_party.%I alter column %I set statistics 0', given.of_table, given.of_column);
  end loop;
end
$$;

-- Last: by this key a cluster comes to know the tables, and then takes none of the changes above.
alter table cairn_party.version add foreign key (template_key) references cairn.template;
