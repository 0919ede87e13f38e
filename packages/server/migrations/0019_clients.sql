-- Clients of three kinds: public apps, confidential apps, and backends without a person.

alter table cairn.client
  -- The default is for the clients that are there already: all of them act for themselves.
  add column kind text not null default 'backend' check (kind in ('public', 'confidential', 'backend')),
  add column redirect_uris text[] not null default '{}',
  -- Public keys for private_key_jwt, as they are or where they are.
  add column jwks jsonb,
  add column jwks_uri text,
  -- True: its tokens are bound to a key, and each call proves that the caller has it (RFC 9449).
  add column requires_dpop boolean not null default false,
  -- The row stays, so that the id is never given to another client: the audit trail names it.
  add column deleted_at timestamptz,
  add constraint client_keys_once check (jwks is null or jwks_uri is null);

-- The key for the values that are stored instead of secrets, sealed with the secret key. Null: it is derived from the secret key, until that is
-- changed for the first time.
alter table cairn.instance add column sealed_mac_key bytea;
