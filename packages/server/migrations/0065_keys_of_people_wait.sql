-- The keys of new people wait in a short list, and enter their index together (docs/decisions/0105-finding-people.md).
alter index cairn_party.person_entry_keys set (fastupdate = on, gin_pending_list_limit = 64);
