-- PostgreSQL servers that have databases of tenants, and moves from one to another (decision 0130).

create table cairn_tenants.server (
  server_id text primary key check (server_id ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(server_id) <= 32),
  -- Sealed with the secret key of the operator; null: that of the registry.
  address   bytea check ((address is null) = (server_id = 'main'))
);

insert into cairn_tenants.server values ('main', null);

alter table cairn_tenants.tenant
  add column server_id text not null default 'main' references cairn_tenants.server,
  -- A move that has not ended: its step and both places.
  add column moving jsonb,
  drop constraint tenant_state_check,
  add constraint tenant_state_check
    check (state in ('creating', 'active', 'suspended', 'moving', 'deleting', 'removing', 'deleted')),
  add constraint tenant_moving_check check (state <> 'moving' or moving is not null);
