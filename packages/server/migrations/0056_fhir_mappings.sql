-- Mappings between templates and FHIR: files of FHIRconnect, and ConceptMaps (docs/decisions/0114-fhir-from-the-same-records.md). Every put adds a
-- version; a version without text is a deletion. Those that come with the server are not here.
create table cairn.fhir_mapping (
  name text not null,
  version integer not null,
  text text,
  saved_at timestamptz not null default clock_timestamp(),
  saved_by text not null,
  primary key (name, version)
);
