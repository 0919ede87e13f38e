-- What remains of a composition or directory that was physically deleted: that it was, when and by whom; nothing of its data.
create table cairn.erased_object (
  ehr_id uuid not null references cairn.ehr,
  object_id uuid not null,
  kind text not null,
  erased_at timestamptz not null default now(),
  client_id text not null,
  reason text not null,
  primary key (ehr_id, object_id)
);
