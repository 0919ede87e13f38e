-- A page of the records of one EHR reads as many rows as it shows, however long the record is. See docs/decisions/0099-long-records.md.

-- The records of a template in one EHR, in the order that they were made, and how many there are, without reading a row.
create index versioned_object_artefact_of_ehr on cairn.versioned_object (ehr_id, artefact_id, serial)
  where artefact_id is not null;

-- AQL orders start times of compositions by the number at this path. The path gets its key here, and the dictionary keeps it for good, since the
-- index below names it.
insert into cairn.path (path) values ('context|EVENT_CONTEXT/start_time|DV_DATE_TIME/#') on conflict do nothing;

-- The compositions of one EHR, the latest start first; those of one time in the order of their commits, as in an answer. The key is part of the
-- name, so that a copy of the database gets the index of its source.
do $$
declare
  key text := (select path_key from cairn.path where path = 'context|EVENT_CONTEXT/start_time|DV_DATE_TIME/#');
begin
  execute format(
    'create index root_start_time_%s on cairn.root (ehr_id, (leaves -> %L) desc, commit_number) where latest and num = 0',
    key, key);
end
$$;
