-- Operators of the API, and what they asked for (decision 0131).

create table cairn_tenants.operator (
  operator_id text primary key check (operator_id ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(operator_id) <= 32),
  -- SHA-256 of a key of 256 random bits: a digest of that needs no salt and no cost.
  key_digest  bytea not null check (octet_length(key_digest) = 32),
  created_at  timestamptz not null default now(),
  expires_at  timestamptz,
  revoked_at  timestamptz
);

-- Every request of the API, also one that was refused. Rows are stored before the answer is sent.
create table cairn_tenants.operator_request (
  operator_request_id bigint generated always as identity primary key,
  at          timestamptz not null default now(),
  -- Empty if no good key was sent.
  operator_id text not null,
  request_id  text not null,
  method      text not null,
  path        text not null,
  status      integer not null,
  address     text not null
);

create index operator_request_at on cairn_tenants.operator_request (at);

-- Null: a command.
alter table cairn_tenants.event add column operator_id text references cairn_tenants.operator;
