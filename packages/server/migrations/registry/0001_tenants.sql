-- The registry of tenants: a database beside those of the tenants, which has nothing of their records (decision 0124).

create schema cairn_tenants;

-- Roles of tenants have no business here. A role that does not own the database gets a warning, and nothing changes.
do $$ begin execute format('revoke all on database %I from public', current_database()); end $$;

create table cairn_tenants.instance (
  only_row   boolean primary key default true check (only_row),
  -- Tells whether the secret key is the one that the secrets below are sealed with.
  key_check  bytea not null
);

create table cairn_tenants.tenant (
  tenant_id     text primary key check (tenant_id ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(tenant_id) <= 32),
  name          text not null check (length(name) between 1 and 200),
  base_url      text not null,
  -- The parts of base_url by which a request is told: its host name, and the first segment of the path or nothing.
  host          text not null,
  path          text not null check (path ~ '^(/[A-Za-z0-9][A-Za-z0-9_-]*)?$'),
  -- Version ids have it, so no later tenant may get it again.
  system_id     text not null unique,
  state         text not null default 'creating'
                check (state in ('creating', 'active', 'suspended', 'deleting', 'removing', 'deleted')),
  database_name text not null unique,
  -- Passwords of the database roles and the secret key, sealed with the secret key of the operator; removed with the tenant.
  secrets       bytea check ((secrets is null) = (state = 'deleted')),
  settings      jsonb not null default '{}',
  -- Grows with each change of any tenant: servers read what is newer than they know.
  change        integer not null unique,
  created_at    timestamptz not null default now(),
  delete_after  timestamptz check (state <> 'deleting' or delete_after is not null),
  -- Facts about the data at their removal, and their digest.
  proof         jsonb check (state not in ('removing', 'deleted') or proof is not null)
);

create unique index tenant_address on cairn_tenants.tenant (host, path) where state <> 'deleted';

create table cairn_tenants.event (
  event_id  integer generated always as identity primary key,
  tenant_id text not null references cairn_tenants.tenant,
  at        timestamptz not null default now(),
  action    text not null
);

create index event_of_tenant on cairn_tenants.event (tenant_id, event_id);
