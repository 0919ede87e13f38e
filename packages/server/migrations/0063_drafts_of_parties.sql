-- Drafts of people, organisations and other parties belong to no EHR (docs/decisions/0139-drafts-of-parties.md).
alter table cairn.draft alter column ehr_id drop not null;
