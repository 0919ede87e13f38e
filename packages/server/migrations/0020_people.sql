-- People who sign in: accounts, their credentials, invitations and sessions.

create table cairn.person (
  -- Readable, for life, and never given to another: the audit trail names people by it.
  person_id text primary key check (person_id ~ '^[a-z0-9][a-z0-9._@+-]{0,99}$'),
  name text not null,
  email text,
  roles text[] not null,
  -- Who vouches for the person, and under which id; both null for an account of this service alone.
  provider text,
  subject text,
  -- Names the person to authenticators, which must not learn the id (WebAuthn, section 14.6.1).
  user_handle bytea not null unique,
  created_at timestamptz not null default now(),
  -- Servers ask every two seconds for what changed since they last asked.
  changed_at timestamptz not null default now(),
  disabled_at timestamptz,
  unique (provider, subject)
);

create index person_changed on cairn.person (changed_at);

create table cairn.person_password (
  person_id text primary key references cairn.person,
  -- scrypt$N$r$p$salt$hash
  hash text not null,
  changed_at timestamptz not null default now()
);

create table cairn.passkey (
  credential_id text primary key,
  person_id text not null references cairn.person,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index passkey_person on cairn.passkey (person_id);

create table cairn.recovery_code (
  person_id text not null references cairn.person,
  mac bytea not null,
  primary key (person_id, mac)
);

-- Links that let somebody in once: a new person, or one who lost the way in.
create table cairn.invitation (
  mac bytea primary key,
  -- Null: for the first administrator, who chooses an id.
  person_id text references cairn.person,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index invitation_person on cairn.invitation (person_id);

create table cairn.person_session (
  session_id uuid primary key,
  -- HMAC of the cookie, which is kept nowhere.
  mac bytea not null unique,
  person_id text not null references cairn.person,
  -- password, passkey, recovery, invitation, or the name of a provider.
  method text not null,
  address text not null,
  user_agent text not null,
  -- Of a provider: needed to sign out there as well, sealed.
  id_token bytea,
  started_at timestamptz not null,
  used_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);

create index person_session_person on cairn.person_session (person_id);

-- Challenges and sign-ins at a provider that are under way, each used once.
create table cairn.sign_in_step (
  mac bytea primary key,
  purpose text not null,
  -- HMAC of the cookie of the browser that began it.
  browser bytea not null,
  facts jsonb not null,
  expires_at timestamptz not null
);
