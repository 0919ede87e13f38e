-- Changes of clients that need a second administrator, logout told to apps, and the FHIR resource of a person.

-- The administrator who alone gave the client its credentials, as `client:<id>` or `person:<id>`.
-- Null: the operator did on the server, or two administrators.
alter table cairn.client add column vouched_by text;

-- The FHIR resource that stands for the person, as a URL, for apps with the scope `fhirUser`.
alter table cairn.person add column fhir_user text;

-- A launch may name somebody who has no account: the answer must not tell.
alter table cairn.launch drop constraint launch_person_id_fkey;

-- A change that gives a client more than its administrator has. It waits for another administrator.
create table cairn.client_request (
  request_id uuid primary key,
  client_id text not null,
  operation text not null check (operation in ('create', 'update', 'rotate', 'enable')),
  -- The body of the request; null where it has none.
  body jsonb,
  -- Of the secret that works once the request is approved.
  mac bytea,
  asked_client text not null,
  asked_person text,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day',
  decision text check (decision in ('approved', 'rejected')),
  decided_client text,
  decided_person text,
  decided_at timestamptz
);

create index client_request_expires on cairn.client_request (expires_at);
