-- Access of apps ends with the access of the person, and every process learns of it in the order of transactions, whatever the clocks say.
-- See docs/decisions/0078-the-end-of-access.md.

-- Servers ask for what changed since their last look by the number of the transaction that changed it. A clock can be set back; the number cannot.
create function cairn.note_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;

alter table cairn.person drop column changed_at;
alter table cairn.person add column changed_in xid8 not null default pg_current_xact_id();
create index person_changed on cairn.person (changed_in);
create trigger person_changed before update on cairn.person for each row execute function cairn.note_change();

-- The time of the last use is written each minute and is no change.
alter table cairn.client drop column changed_at;
alter table cairn.client add column changed_in xid8 not null default pg_current_xact_id();
create index client_changed on cairn.client (changed_in);
create trigger client_changed
  before update of name, kind, scopes, redirect_uris, jwks, jwks_uri, requires_dpop, disabled_at, deleted_at on cairn.client
  for each row execute function cairn.note_change();

alter table cairn.revoked_token add column changed_in xid8 not null default pg_current_xact_id();
drop index cairn.revoked_token_revoked;
create index revoked_token_changed on cairn.revoked_token (changed_in);

alter table cairn.app_grant add column changed_in xid8 not null default pg_current_xact_id();
-- The time of the last access token. A process that starts must know revoked grants whose tokens can still be alive.
alter table cairn.app_grant add column refreshed_at timestamptz;
update cairn.app_grant g set refreshed_at = greatest(g.granted_at,
  (select max(r.used_at) from cairn.refresh_token r where r.grant_id = g.grant_id));
alter table cairn.app_grant alter column refreshed_at set default now(), alter column refreshed_at set not null;
drop index cairn.app_grant_revoked;
create index app_grant_changed on cairn.app_grant (changed_in) where revoked_at is not null;
create index app_grant_revoked on cairn.app_grant (refreshed_at) where revoked_at is not null;
create index app_grant_session on cairn.app_grant (session_id) where session_id is not null and revoked_at is null;
create trigger app_grant_changed before update of revoked_at on cairn.app_grant
  for each row execute function cairn.note_change();
