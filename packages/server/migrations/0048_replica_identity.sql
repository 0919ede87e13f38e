-- Every table of a cluster can be moved to another node while it is written to: Citus copies it by logical replication, which must know a row
-- by its primary key or as a whole. Rows of the audit trail are only added, so that the latter costs nothing. See docs/scale.md.
do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'cairn.audit_trail'::regclass loop
    execute format('alter table %s replica identity full', part);
  end loop;
end
$$;

-- As 0028 has it, with the replica identity of the new partition.
create or replace function cairn.make_audit_partition(month date) returns boolean language plpgsql as $$
declare
  name text := 'audit_trail_' || to_char(month, 'YYYY_MM');
  since timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  until timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
  guarded boolean := exists (select from pg_trigger where tgrelid = 'cairn.audit_trail'::regclass and tgname = 'audit_append_only');
begin
  if to_regclass('cairn.' || name) is not null then
    return false;
  end if;
  execute format('create table cairn.%I (like cairn.audit_trail)', name);
  -- A cluster has no triggers: whoever has the trail took the right to change it from itself, and needs it for the lock too.
  if not guarded then
    grant delete on cairn.audit_trail_default to current_user;
  end if;
  lock table cairn.audit_trail_default in access exclusive mode;
  -- A column, since a cluster cannot pass on rows without any.
  if exists (select 1 from cairn.audit_trail_default where at >= since and at < until) then
    if guarded then
      alter table cairn.audit_trail_default disable trigger user;
    end if;
    execute format('insert into cairn.%I select * from cairn.audit_trail_default where at >= $1 and at < $2', name) using since, until;
    delete from cairn.audit_trail_default where at >= since and at < until;
    if guarded then
      alter table cairn.audit_trail_default enable trigger user;
    end if;
  end if;
  execute format('alter table cairn.audit_trail attach partition cairn.%I for values from (%L) to (%L)', name, since, until);
  execute format('alter table cairn.%I replica identity full', name);
  if guarded then
    execute format('create trigger audit_append_only before update or delete or truncate on cairn.%I
      for each statement execute function cairn.refuse_change()', name);
  else
    revoke delete on cairn.audit_trail_default from current_user;
    execute format('revoke update, delete, truncate on cairn.%I from current_user', name);
  end if;
  return true;
end
$$;
