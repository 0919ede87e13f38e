-- Documents compressed against a preset. See docs/decisions/0041-documents-against-their-template.md.

-- Texts that documents are compressed against, each with the shape of the documents of a template and nothing of a patient.
create table cairn.document_preset (
  -- The first 48 bits of the SHA-256, so that a preset is never taken for another.
  preset_id bigint not null,
  kind text not null,
  -- The template whose documents it is for; 0: for documents of a kind that have no template.
  template_key integer not null,
  text text not null,
  sha256 bytea not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (preset_id, kind, template_key)
);

create function cairn.refuse_preset_change() returns trigger language plpgsql as $$
begin
  raise exception 'presets can only be added: documents cannot be read without theirs';
end
$$;

create trigger document_preset_append_only
  before update or delete or truncate on cairn.document_preset
  for each statement execute function cairn.refuse_preset_change();

-- A version has its document as text (data), or compressed (packed) with the preset that it needs; a deletion has neither.
-- No foreign key: it would lock the row of the preset for every commit, and `cairn verify` checks it.
alter table cairn.version add column preset_id bigint, add column packed bytea;
-- Compressed already.
alter table cairn.version alter column packed set storage external;
