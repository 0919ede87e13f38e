-- Exports of FHIR that a client asked for (docs/decisions/0120-bulk-exports-are-made-as-they-are-read.md). A row has what was asked for and nothing
-- of a record: the files are made when they are read.
create table cairn.fhir_export (
  export_id uuid primary key,
  client_id text not null,
  requested_at timestamptz not null default clock_timestamp(),
  -- The address of the kick-off, for the manifest.
  request text not null,
  -- Resource types; null: all.
  types text[],
  -- Only resources that were committed since.
  since timestamptz
);
create index fhir_export_requested on cairn.fhir_export (requested_at);
