-- Records that came from another server keep their signatures. See docs/decisions/0053-export-and-import.md.

-- The key of another server has no private half here.
alter table cairn.record_key alter column private_key drop not null;

-- A signature names the template by its number on the server that signed. This is the template here that has this number there.
create table cairn.signed_template (
  kid text not null references cairn.record_key,
  signed_key integer not null,
  template_key integer not null references cairn.template on delete cascade,
  primary key (kid, signed_key)
);

-- The few events that say which versions were physically deleted: every export and check of the signatures asks for them.
create index audit_event_removed on cairn.audit_event (event_id) where detail -> 'removed' is not null;
