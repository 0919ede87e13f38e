-- Queries ask for a composition by its id without saying whose it is.
create index versioned_object_id on cairn.versioned_object (object_id);
