-- Months of the audit trail get their partitions in a distributed database too. See docs/decisions/0064-citus.md.

-- Makes the partition of a month, and moves the events there that came before it. False: it is there already.
-- A table that is attached, instead of one that is made as a partition, keeps no commit waiting.
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
