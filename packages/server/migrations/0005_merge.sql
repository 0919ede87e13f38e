-- Merging two EHRs moves everything of one to the other, its status, access settings and directory included.

-- The EHR that such an object came with, where it is not in force in this one: kept for its history only.
alter table cairn.versioned_object add column merged_from uuid;

-- Who was merged into an EHR: asked when that one is merged further.
create index erased_ehr_merged_into on cairn.erased_ehr (merged_into) where merged_into is not null;
