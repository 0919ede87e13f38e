-- A write that was refused because its EHR is not modifiable took the latest version of its object out of queries: back in.
update cairn.root r set latest = true
from cairn.version v
where r.ehr_id = v.ehr_id and r.commit_number = v.commit_number and not r.latest
  and not exists (select from cairn.version n
    where n.ehr_id = v.ehr_id and n.object_id = v.object_id and n.version > v.version);
