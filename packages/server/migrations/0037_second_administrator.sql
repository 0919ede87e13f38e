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

-- OpenID Connect RP-Initiated Logout and Back-Channel Logout: addresses of a client.
alter table cairn.client
  add column post_logout_redirect_uris text[] not null default '{}',
  add column backchannel_logout_uri text,
  add column backchannel_logout_session_required boolean not null default false;

-- The id that the provider of a person gave its session (`sid`).
alter table cairn.person_session add column provider_sid text;

create index person_session_provider on cairn.person_session (method, provider_sid)
  where provider_sid is not null and ended_at is null;

-- The session that a person granted an app in, for `sid`; null for grants from before.
alter table cairn.app_grant add column signed_in_session uuid;

create index app_grant_signed_in_session on cairn.app_grant (signed_in_session);

-- Apps that have to be told that a session ended. A row stays until the app has answered, or too many attempts failed.
create table cairn.logout_notice (
  notice_id uuid primary key default gen_random_uuid(),
  client_id text not null,
  person_id text not null,
  session_id uuid,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  unique (client_id, person_id, session_id)
);

-- Triggers, so that no way to end a session or a grant forgets the apps, and a process that dies loses none.
create function cairn.note_session_end() returns trigger language plpgsql as $$
begin
  insert into cairn.logout_notice (client_id, person_id, session_id)
  select distinct g.client_id, g.person_id, g.signed_in_session
  from cairn.app_grant g join cairn.client c on c.client_id = g.client_id
  where g.signed_in_session = new.session_id and g.revoked_at is null
    and c.backchannel_logout_uri is not null and c.deleted_at is null
  on conflict do nothing;
  return null;
end $$;

create trigger session_end after update of ended_at on cairn.person_session
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function cairn.note_session_end();

create function cairn.note_grant_end() returns trigger language plpgsql as $$
begin
  insert into cairn.logout_notice (client_id, person_id, session_id)
  select new.client_id, new.person_id, new.signed_in_session
  from cairn.client c
  where c.client_id = new.client_id and c.backchannel_logout_uri is not null and c.deleted_at is null
  on conflict do nothing;
  return null;
end $$;

create trigger grant_end after update of revoked_at on cairn.app_grant
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function cairn.note_grant_end();
