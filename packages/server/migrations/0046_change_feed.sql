-- The change feed: one order of all committed changes. See docs/decisions/0101-the-change-feed.md.

-- The transaction that wrote the row; null in rows from before the feed.
alter table cairn.contribution add column changed_in xid8;
alter table cairn.contribution alter column changed_in set default pg_current_xact_id();
-- Tables of parties have the columns of those of EHRs.
alter table cairn_party.contribution add column changed_in xid8;
alter table cairn_party.contribution alter column changed_in set default pg_current_xact_id();
create index contribution_changed on cairn.contribution (changed_in) where changed_in is not null;

-- Changes that no contribution has: tags, definitions, merges and erasures. Ids and names only.
create table cairn.change_note (
  -- The EHR; zeros for a definition.
  ehr_id uuid not null,
  note_id uuid not null,
  -- Of the sequence that numbers commits: a note and a commit of one EHR have an order.
  number bigint not null,
  changed_in xid8 not null,
  noted_at timestamptz not null,
  -- As events of the feed have it, such as template.created.
  type text not null,
  -- The id or the name of what was changed.
  subject text not null,
  client_id text not null,
  person text,
  detail jsonb,
  primary key (ehr_id, note_id)
);
create index change_note_changed on cairn.change_note (changed_in);
create index change_note_id on cairn.change_note (note_id);

-- The feed: each committed change has a position, which is given after its commit and never changes.
create table cairn.change (
  position bigint primary key,
  -- Null for a definition, and for an EHR that was erased.
  ehr uuid,
  -- The contribution or the note. Rows stay when these are erased, so that positions do.
  source_id uuid not null,
  is_note boolean not null
);
create index change_of_ehr on cairn.change (ehr, position) where ehr is not null;
create index change_without_ehr on cairn.change (source_id) where ehr is null;

-- One row: the changes that have a position are those that this snapshot shows. Whoever gives positions locks it.
create table cairn.change_state (
  only_one boolean primary key default true check (only_one),
  -- The PostgreSQL cluster that the snapshot is of.
  cluster text not null,
  snapshot pg_snapshot not null,
  -- In a distributed database: transactions that were decided, and may not be visible on every node yet.
  doubtful xid8[] not null default '{}',
  -- Rows with numbers up to this one have transactions of another cluster.
  numbered_from bigint not null default 0
);

-- No contribution can be written meanwhile, since the table is locked by the change above.
insert into cairn.change (position, ehr, source_id, is_note)
with made as materialized (
  select c.ehr_id, c.contribution_id, min(v.commit_number) as number
  from cairn.contribution c join cairn.version v on v.ehr_id = c.ehr_id and v.contribution_id = c.contribution_id
  group by c.ehr_id, c.contribution_id
)
select row_number() over (order by number), ehr_id, contribution_id, false from made;

insert into cairn.change_state (cluster, snapshot)
select system_identifier::text, pg_current_snapshot() from pg_control_system();

-- A distributed database has the notes of an EHR on its node.
do $$
begin
  if to_regclass('pg_dist_partition') is null then
    return;
  end if;
  if exists (select from pg_dist_partition where logicalrelid = 'cairn.ehr'::regclass) then
    perform create_distributed_table('cairn.change_note', 'ehr_id', colocate_with => 'cairn.ehr');
    insert into cairn.distribution (step) values ('table change_note') on conflict do nothing;
  end if;
end
$$;
