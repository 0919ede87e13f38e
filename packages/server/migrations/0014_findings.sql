-- What versions have against their template that were committed with Prefer: handling=lenient.
create table cairn.finding (
  ehr_id uuid not null,
  object_id uuid not null,
  version integer not null,
  -- How many there are.
  total integer not null check (total > 0),
  -- The first of them: [{"path", "code", "message"}].
  findings jsonb not null,
  primary key (ehr_id, object_id, version),
  foreign key (ehr_id, object_id, version) references cairn.version
);
