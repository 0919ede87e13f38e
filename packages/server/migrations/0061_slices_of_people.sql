-- Entries of people have keys of slices, so that a frequent name is found without reading all who have it (docs/decisions/0105-finding-people.md).
-- A search without them takes longer and finds the same people; the job makes the entries again.
update cairn_party.person_entry set revision = -1 where revision >= 0;
