-- The last call or token request of each client, written at most once a minute: no request waits for it.
alter table cairn.client add column last_used_at timestamptz;
