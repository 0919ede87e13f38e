-- Clients, their secrets, signing keys, and the trail of who did what.

-- One row: what belongs to this installation as a whole.
create table cairn.instance (
  only_row boolean primary key default true check (only_row),
  -- Tells whether CAIRN_SECRET_KEY is the one that the rest was protected with.
  secret_key_check bytea not null,
  created_at timestamptz not null default now()
);

create table cairn.client (
  client_id text primary key check (client_id ~ '^[A-Za-z0-9_.-]{1,100}$'),
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  -- Servers ask every two seconds for what changed since they last asked.
  changed_at timestamptz not null default now(),
  disabled_at timestamptz
);

create index client_changed on cairn.client (changed_at);

-- At most two live secrets a client, so that one can be replaced without a gap.
create table cairn.client_secret (
  client_id text not null references cairn.client,
  slot smallint not null check (slot in (1, 2)),
  -- HMAC-SHA-256 of the secret; the secret itself is shown once and kept nowhere.
  mac bytea not null,
  created_at timestamptz not null default now(),
  primary key (client_id, slot)
);

create table cairn.signing_key (
  kid text primary key,
  state text not null check (state in ('next', 'current', 'retired')),
  public_jwk jsonb not null,
  -- AES-256-GCM under a key derived from CAIRN_SECRET_KEY: nonce, tag, ciphertext.
  private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create unique index signing_key_one_current on cairn.signing_key (state) where state in ('current', 'next');

create table cairn.audit_event (
  event_id bigint generated always as identity primary key,
  at timestamptz not null,
  request_id text not null,
  -- Empty where no token was good.
  client_id text not null,
  address text not null,
  method text not null,
  -- Pattern of the route; empty where nothing matched.
  route text not null,
  path text not null,
  ehr_id text,
  -- C, R, U, D, E: create, read, update, delete, execute (IHE BALP).
  action char(1) not null,
  status smallint not null,
  outcome text not null check (outcome in ('success', 'denied', 'failure', 'error'))
);

create index audit_event_at on cairn.audit_event (at);
create index audit_event_ehr on cairn.audit_event (ehr_id, at) where ehr_id is not null;

-- Append-only: an audit trail that can be edited is none.
create function cairn.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit events can only be added';
end
$$;

create trigger audit_event_append_only
  before update or delete or truncate on cairn.audit_event
  for each statement execute function cairn.refuse_change();
