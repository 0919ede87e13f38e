-- ANALYZE keeps samples of the values of a column, which an erasure does not reach. Columns with clinical or identifying values have no
-- statistics: rows are found by keys, and no condition is on these columns alone. See docs/decisions/0085-limits-by-time-and-place.md.
do $$
declare
  given record;
begin
  for given in select * from (values
    ('ehr_subject', 'namespace'), ('ehr_subject', 'subject_id'),
    ('contribution', 'audit'),
    ('version', 'other_inputs'), ('version', 'envelope'), ('version', 'data'), ('version', 'packed'),
    ('root', 'leaves'),
    ('item_tag', 'key'), ('item_tag', 'target_path'), ('item_tag', 'value'),
    ('finding', 'findings'),
    ('episode', 'name'), ('episode', 'care_circuit'), ('episode', 'starts_at'), ('episode', 'starts_text'),
    ('episode', 'ends_at'), ('episode', 'ends_text'),
    ('assignment', 'tag_value'), ('assignment', 'reason'), ('assignment', 'review')
  ) as columns (of_table, of_column)
  loop
    begin
      execute format('alter table cairn.%I alter column %I set statistics 0', given.of_table, given.of_column);
    exception when feature_not_supported then
      -- A cluster does not pass this on to its nodes by itself.
      begin
        perform run_command_on_shards(format('cairn.%I', given.of_table)::regclass,
          format('alter table %%s alter column %I set statistics 0', given.of_column));
      exception when others then
        raise warning 'cairn.%.% keeps its statistics: %', given.of_table, given.of_column, sqlerrm;
      end;
    end;
    -- Samples that are there stay otherwise: ANALYZE leaves these columns out from now on.
    if not exists (select from pg_stats s
      where s.schemaname = 'cairn' and s.tablename = given.of_table and s.attname = given.of_column) then
      continue;
    end if;
    begin
      if current_setting('server_version_num')::integer >= 180000 then
        execute format('select pg_clear_attribute_stats(%L, %L, %L, false)', 'cairn', given.of_table, given.of_column);
      else
        delete from pg_statistic s using pg_attribute a
        where a.attrelid = format('cairn.%I', given.of_table)::regclass and a.attname = given.of_column
          and s.starelid = a.attrelid and s.staattnum = a.attnum;
      end if;
    exception when insufficient_privilege then
      raise warning 'samples of cairn.%.% stay in pg_statistic: UPGRADING.md has the statement of a superuser that removes them',
        given.of_table, given.of_column;
    end;
  end loop;
end
$$;

-- New samples of the query index, for the role that serves requests, which owns no table.
create function cairn.analyze_roots() returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  analyze cairn.root;
end
$$;
revoke all on function cairn.analyze_roots() from public;
