-- The authorization server: requests under way, what people granted to apps, codes, refresh tokens and launches.

-- A request of an app, from its first call until its code is given; pushed ones (RFC 9126) wait for their first use.
create table cairn.authorization_request (
  mac bytea primary key,
  client_id text not null references cairn.client,
  parameters jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Scopes that a person has allowed an app; it is not asked for again.
create table cairn.consent (
  person_id text not null references cairn.person,
  client_id text not null references cairn.client,
  scopes text[] not null,
  given_at timestamptz not null,
  primary key (person_id, client_id)
);

-- One sign-in of a person to an app, with everything that came of it: revoked together.
create table cairn.app_grant (
  grant_id uuid primary key,
  client_id text not null references cairn.client,
  person_id text not null references cairn.person,
  scopes text[] not null,
  audience text not null,
  ehr_id uuid,
  episode_id uuid,
  -- Of the sign-in, for `auth_time`.
  signed_in_at timestamptz not null,
  -- The session that refresh tokens live as long as (`online_access`); null: longer.
  session_id uuid,
  -- Thumbprint of the key that tokens are bound to (RFC 9449).
  key_thumbprint text,
  granted_at timestamptz not null,
  revoked_at timestamptz
);

create index app_grant_person on cairn.app_grant (person_id, client_id);
create index app_grant_revoked on cairn.app_grant (revoked_at) where revoked_at is not null;

create table cairn.authorization_code (
  mac bytea primary key,
  grant_id uuid not null references cairn.app_grant,
  redirect_uri text not null,
  code_challenge text not null,
  nonce text,
  key_thumbprint text,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table cairn.refresh_token (
  mac bytea primary key,
  grant_id uuid not null references cairn.app_grant,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index refresh_token_grant on cairn.refresh_token (grant_id);

-- Access tokens that were revoked before their end (RFC 7009).
create table cairn.revoked_token (
  jti text primary key,
  revoked_at timestamptz not null,
  expires_at timestamptz not null
);

create index revoked_token_revoked on cairn.revoked_token (revoked_at);

-- Ids of assertions and proofs that were used, so that none is used twice, by whichever process.
create table cairn.used_id (
  digest bytea primary key,
  expires_at timestamptz not null
);

create index used_id_expires on cairn.used_id (expires_at);

-- The context that an app is launched with, used once.
create table cairn.launch (
  mac bytea primary key,
  -- Null: for any app.
  client_id text references cairn.client,
  -- Null: for whoever signs in.
  person_id text references cairn.person,
  ehr_id uuid not null,
  episode_id uuid,
  expires_at timestamptz not null,
  used_at timestamptz
);
