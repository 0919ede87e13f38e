-- For databases that are spread over the nodes of a Citus cluster. See docs/decisions/0064-citus.md. Nothing else changes by this.

-- The steps of "cairn distribute" that are done, so that it goes on where it was stopped.
create table cairn.distribution (
  step text primary key,
  done_at timestamptz not null default clock_timestamp(),
  -- Definitions of foreign keys that a later step makes again.
  detail jsonb
);

-- Events that were written together, which are kept together; null where the database is not distributed. Those of a commit have its EHR here.
alter table cairn.audit_event add column batch uuid;

-- Work that one process at a time does: it locks the row. Advisory locks are of one node only.
create table cairn.turn (
  work text primary key
);

insert into cairn.turn (work) values ('dictionary sweep');

-- As cairn.envelope_of(cairn.version), from the columns: the rows of a shard have a type of their own.
create function cairn.envelope_of(
  envelope text, template_key integer, system_id text, committed_at timestamptz, change_type smallint, lifecycle smallint
) returns jsonb language sql stable parallel safe as $$
  select case when left(envelope, 1) = '{' then envelope::jsonb else
    jsonb_build_object(
      'signature', cairn.envelope_signature(substr(split_part(envelope, E'\n', 1), 2), template_key),
      'commit_audit', jsonb_build_object(
        '_type', 'AUDIT_DETAILS',
        'system_id', coalesce(nullif(split_part(envelope, E'\n', 4), '')::jsonb, to_jsonb(system_id)),
        'committer', split_part(envelope, E'\n', 2)::jsonb,
        'time_committed', jsonb_build_object('_type', 'DV_DATE_TIME', 'value',
          to_char(committed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')),
        'change_type', cairn.envelope_coded_text(change_type),
        'description', coalesce(nullif(split_part(envelope, E'\n', 3), '')::jsonb,
          jsonb_build_object('_type', 'DV_TEXT', 'value', cairn.envelope_term(change_type)))),
      'lifecycle_state', cairn.envelope_coded_text(lifecycle))
    || case when split_part(envelope, E'\n', 5) = '' then '{}'
      else jsonb_build_object('attestations', split_part(envelope, E'\n', 5)::jsonb) end
  end
$$;

-- Numbers as a text of the same order, since a cluster has no least of arrays. Some are -1, and null comes after all others.
create function cairn.order_text(numbers bigint[]) returns text language sql immutable parallel safe as $$
  select string_agg(lpad((coalesce(n, 9007199254740991) + 1)::text, 19, '0'), '' order by place)
  from unnest(numbers) with ordinality as given (n, place)
$$;
