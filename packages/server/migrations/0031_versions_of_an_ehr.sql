-- The planner takes an EHR to have twenty versions, whatever the average is. Most EHRs may have one, their status, and some have thousands: by
-- the average, the versions of one object would be read by the index of commits, which reads all versions of the EHR. See
-- docs/decisions/0074-a-new-ehr-is-its-status.md.
do $$
begin
  alter table cairn.version alter column ehr_id set (n_distinct = -0.05);
  analyze cairn.version (ehr_id);
exception when feature_not_supported then
  null; -- A cluster cannot pass this on to its nodes.
end
$$;
