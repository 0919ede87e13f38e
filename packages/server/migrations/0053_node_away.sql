-- A cluster finds out on one node whether an object id that a client chose is free (docs/decisions/0116-a-node-is-away.md). One server asks the
-- index of cairn.versioned_object instead, and leaves this empty.
create table cairn.object_claim (
  object_id uuid primary key,
  -- The EHR that has the object, or had it before it was physically deleted.
  ehr_id uuid not null
);

do $$
begin
  if to_regclass('pg_dist_partition') is null then
    return;
  end if;
  if exists (select from pg_dist_partition where logicalrelid = 'cairn.ehr'::regclass) then
    perform create_distributed_table('cairn.object_claim', 'object_id', colocate_with => 'cairn.ehr');
    insert into cairn.object_claim (object_id, ehr_id) select object_id, ehr_id from cairn.versioned_object on conflict do nothing;
    insert into cairn.distribution (step) values ('table object_claim'), ('object claims') on conflict do nothing;
  end if;
end
$$;

-- The view of events over the rows of one shard, as a format of run_command_on_shards: while a node is away, the others are asked one by one.
create function cairn.audit_events_of_shard() returns text language sql stable set search_path = '' as $$
  select replace(replace(rtrim(pg_get_viewdef('cairn.audit_trail_event'::regclass), ';'), '%', '%%'), 'cairn.audit_trail e', '%1$s e')
$$;
