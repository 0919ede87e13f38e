-- Versioned records. Every key leads with ehr_id, so that the tables can be distributed by it.

create table cairn.ehr (
  ehr_id uuid primary key,
  system_id text not null,
  created_at timestamptz not null,
  status_id uuid not null,
  access_id uuid not null,
  -- The root folder; null until there is one.
  directory_id uuid,
  -- As the latest EHR_STATUS has them.
  is_modifiable boolean not null,
  is_queryable boolean not null
);

-- One EHR a subject. A table of its own, since this is unique across all EHRs.
create table cairn.ehr_subject (
  namespace text not null,
  subject_id text not null,
  ehr_id uuid not null references cairn.ehr,
  primary key (namespace, subject_id)
);

create index ehr_subject_ehr on cairn.ehr_subject (ehr_id);

create table cairn.contribution (
  ehr_id uuid not null references cairn.ehr,
  contribution_id uuid not null,
  committed_at timestamptz not null,
  -- AUDIT_DETAILS in canonical JSON.
  audit text not null,
  primary key (ehr_id, contribution_id)
);

create table cairn.versioned_object (
  ehr_id uuid not null references cairn.ehr,
  object_id uuid not null,
  -- COMPOSITION, EHR_STATUS, EHR_ACCESS, FOLDER.
  kind text not null,
  -- A number for life, for those who need one.
  serial bigint generated always as identity,
  created_at timestamptz not null,
  primary key (ehr_id, object_id)
);

create table cairn.version (
  ehr_id uuid not null,
  object_id uuid not null,
  version integer not null check (version > 0),
  -- Versions form a chain: there is no third without a second.
  preceding integer generated always as (nullif(version - 1, 0)) stored,
  -- As its object has it; here too, so that a read is one look-up.
  kind text not null,
  system_id text not null,
  contribution_id uuid not null,
  committed_at timestamptz not null,
  -- Order of commits; gaps are possible.
  commit_number bigint generated always as identity,
  -- Codes of the openEHR terminology.
  change_type smallint not null,
  lifecycle smallint not null,
  -- The very template that the data were validated with.
  template_key integer references cairn.template,
  -- Versions of elsewhere that went into this one, by their ids.
  other_inputs text[] not null default '{}',
  -- The members of the VERSION that are neither ids nor data, in canonical JSON.
  envelope text not null,
  -- The data in canonical JSON, as a read sends it out; null once deleted.
  data text,
  primary key (ehr_id, object_id, version),
  foreign key (ehr_id, object_id) references cairn.versioned_object,
  foreign key (ehr_id, contribution_id) references cairn.contribution,
  foreign key (ehr_id, object_id, preceding) references cairn.version (ehr_id, object_id, version)
);

create index version_contribution on cairn.version (ehr_id, contribution_id);
create index version_template on cairn.version (template_key) where template_key is not null;

-- Labels on an object, or on one version of it. A tag is known by its key and its path.
create table cairn.item_tag (
  ehr_id uuid not null,
  object_id uuid not null,
  -- 0: the tags of the object as a whole.
  version integer not null default 0,
  key text not null,
  target_path text not null default '',
  value text,
  -- Tags come out in the order that they were given in.
  position integer not null,
  primary key (ehr_id, object_id, version, key, target_path),
  foreign key (ehr_id, object_id) references cairn.versioned_object
);

-- What remains of an EHR that was physically deleted: that it was, when and by whom; nothing of the patient.
create table cairn.erased_ehr (
  ehr_id uuid primary key,
  erased_at timestamptz not null default now(),
  client_id text not null,
  reason text not null,
  -- Set where it was merged into another.
  merged_into uuid
);

-- The keys that versions are signed with. Kept for good: a signature is checked as long as its version is there.
create table cairn.record_key (
  kid text primary key,
  public_jwk jsonb not null,
  -- Sealed as cairn.signing_key has it.
  private_key bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
