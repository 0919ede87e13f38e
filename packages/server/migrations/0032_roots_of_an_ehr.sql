-- The planner takes an EHR to have fifty roots, whatever the average is, as it takes it to have twenty versions (0031). By the average of many
-- new EHRs, it would read all roots of an EHR to find those of one version. See docs/decisions/0074-a-new-ehr-is-its-status.md.
do $$
begin
  alter table cairn.root alter column ehr_id set (n_distinct = -0.02);
  analyze cairn.root (ehr_id);
exception when feature_not_supported then
  null; -- A cluster cannot pass this on to its nodes.
end
$$;
