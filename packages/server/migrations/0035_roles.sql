-- Roles that administrators make, beside the built-in ones of the code. See docs/decisions/0079-roles-are-data.md.

create table cairn.role (
  -- `roles` and `assigned_roles` of a person name it.
  name text primary key check (name ~ '^[a-z0-9][a-z0-9._-]{0,49}$'),
  description text not null,
  -- Scopes of the API that hold as a whole, where the role holds in all EHRs.
  scopes text[] not null,
  -- In the notation of scopes: user/composition-Vital_signs.**.rs
  rights text[] not null,
  -- Records are seen without identity.
  deidentified boolean not null,
  -- The role can be held to assigned EHRs.
  assignable boolean not null
);
