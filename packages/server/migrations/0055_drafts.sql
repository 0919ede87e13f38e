-- Records that people are writing and have not committed (docs/decisions/0115-drafts-on-the-server.md). A draft goes when it is committed or thrown
-- away, when it has not been saved for some days, with the record that it changes, with its EHR, and with the account of its author.
create table cairn.draft (
  draft_id uuid primary key,
  -- As a token names the person, who need not have an account here.
  person_id text not null,
  ehr_id uuid not null,
  template_id text not null,
  -- The record that it changes; null for a new one.
  object_id uuid,
  -- Counts how often it was saved: a page that has an earlier state is refused.
  revision integer not null,
  -- The page of a browser that saved it last.
  page text not null,
  saved_at timestamptz not null,
  -- Sealed as secrets are: AES-256-GCM with a key of the installation.
  content bytea not null
);
create index draft_of_ehr on cairn.draft (ehr_id);
create index draft_of_person on cairn.draft (person_id);
create index draft_saved on cairn.draft (saved_at);

-- No values about patients or people in statistics (migration 0039).
alter table cairn.draft alter column person_id set statistics 0;
alter table cairn.draft alter column template_id set statistics 0;
alter table cairn.draft alter column page set statistics 0;
alter table cairn.draft alter column content set statistics 0;
