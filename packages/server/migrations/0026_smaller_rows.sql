-- Fewer bytes for what a composition stores. See docs/decisions/0065-smaller-rows.md. Rows that are there stay as they are: every form is read.

-- Values of a leaf by instance vector, whichever form it has: one value, a list by the first place of the vector (null: the same as its
-- first element), or an object by vector.
create function cairn.by_vector(leaf jsonb, places integer) returns jsonb
  language plpgsql immutable strict parallel safe as $$
begin
  case jsonb_typeof(leaf)
    when 'object' then return leaf;
    when 'array' then return (
      select jsonb_object_agg((each.number - 1) || repeat('.0', places - 1),
        case jsonb_typeof(each.value) when 'null' then leaf -> 0 else each.value end)
      from jsonb_array_elements(leaf) with ordinality as each (value, number));
    else return jsonb_set('{}', array['0' || repeat('.0', places - 1)], leaf);
  end case;
end
$$;

-- What value indexes are on, for lists too: elements that are null are the same as the first one.
create or replace function cairn.greatest_value(leaf jsonb) returns jsonb
  language plpgsql immutable strict parallel safe as $$
begin
  if jsonb_typeof(leaf) = 'array' then
    return (select each.value from jsonb_array_elements(leaf) each
      where jsonb_typeof(each.value) <> 'null' order by each.value desc limit 1);
  end if;
  return (select each.value from jsonb_each(leaf) each order by each.value desc limit 1);
end
$$;

create or replace function cairn.least_value(leaf jsonb) returns jsonb
  language plpgsql immutable strict parallel safe as $$
begin
  if jsonb_typeof(leaf) = 'array' then
    return (select each.value from jsonb_array_elements(leaf) each
      where jsonb_typeof(each.value) <> 'null' order by each.value limit 1);
  end if;
  return (select each.value from jsonb_each(leaf) each order by each.value limit 1);
end
$$;

create or replace function cairn.greatest_text(leaf jsonb) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  if jsonb_typeof(leaf) = 'array' then
    return (select each.value from jsonb_array_elements_text(leaf) each
      where each.value is not null order by each.value collate "C" desc limit 1);
  end if;
  return (select each.value from jsonb_each_text(leaf) each order by each.value collate "C" desc limit 1);
end
$$;

create or replace function cairn.least_text(leaf jsonb) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  if jsonb_typeof(leaf) = 'array' then
    return (select each.value from jsonb_array_elements_text(leaf) each
      where each.value is not null order by each.value collate "C" limit 1);
  end if;
  return (select each.value from jsonb_each_text(leaf) each order by each.value collate "C" limit 1);
end
$$;

-- The place of an element of a list is its index and zeros: as many as this value has, since those of the other leaf are not known here.
create or replace function cairn.may_lack_value(leaves jsonb, keys text[], places integer) returns boolean
  language plpgsql immutable strict parallel safe as $$
begin
  if not leaves ?| keys then
    return true;
  end if;
  if not jsonb_path_exists(leaves, 'strict $.* ? (@.type() == "object" || @.type() == "array")') then
    return false;
  end if;
  return (
    with leaf as (
      select l.key, l.value, jsonb_typeof(l.value) as type from jsonb_each(leaves) l
    ), seen as (
      select l.key = any(keys) as is_own, v.at
      from leaf l cross join lateral (
        select array_to_string(array_fill(0, array[places]), '.') as at where l.type not in ('object', 'array')
        union all
        select k from jsonb_object_keys(case l.type when 'object' then l.value end) k
        union all
        select i || repeat('.0', places - 1)
        from generate_series(0, case l.type when 'array' then jsonb_array_length(l.value) end - 1) i
      ) v
    )
    select exists (
      select from seen other
      where not other.is_own and not exists (
        select from seen own
        where own.is_own
          and starts_with(own.at || '.', array_to_string((string_to_array(other.at, '.'))[:places], '.') || '.')
      )
    )
  );
end
$$;

-- Leaves with values of closed lists of openEHR, which most roots have alike (roots/shared-leaves.ts). Nothing of a patient is in them, and rows
-- are never removed. A reference table where the database is distributed.
create table cairn.shared_leaves (
  shared_key integer generated always as identity primary key,
  -- As cairn.root has them.
  leaves jsonb not null unique
);

-- Null: the root has all of its leaves.
alter table cairn.root add column shared_key integer;
select cairn.make_reach_views();

-- Most versions have no inputs from elsewhere; null takes no space.
alter table cairn.version alter column other_inputs drop not null, alter column other_inputs drop default;

-- Ids of contributions are unique by themselves.
drop index cairn.version_contribution;
create index version_contribution on cairn.version (contribution_id);

-- Envelopes are shorter once more: see versions/short-envelope.ts.

-- The audit of a version, in canonical JSON.
create function cairn.envelope_audit(
  envelope text, system_id text, committed_at timestamptz, change_type smallint
) returns text language sql stable parallel safe as $$
  select '{"_type":"AUDIT_DETAILS","system_id":' || coalesce(nullif(split_part(envelope, E'\n', 4), ''), to_json(system_id)::text)
    || ',"committer":' || case left(split_part(envelope, E'\n', 2), 1)
      when '"' then '{"_type":"PARTY_IDENTIFIED","name":' || split_part(envelope, E'\n', 2) || '}'
      else split_part(envelope, E'\n', 2) end
    || ',"time_committed":{"_type":"DV_DATE_TIME","value":"'
    || to_char(committed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')
    || '"},"change_type":{"_type":"DV_CODED_TEXT","value":"' || cairn.envelope_term(change_type)
    || '","defining_code":{"_type":"CODE_PHRASE","terminology_id":{"_type":"TERMINOLOGY_ID","value":"openehr"},"code_string":"'
    || change_type || '"}},"description":'
    || coalesce(nullif(split_part(envelope, E'\n', 3), ''),
      '{"_type":"DV_TEXT","value":"' || cairn.envelope_term(change_type) || '"}') || '}'
$$;

create function cairn.base64url(bytes bytea) returns text language sql immutable parallel safe as $$
  select translate(encode(bytes, 'base64'), E'+/=\n', '-_')
$$;

create or replace function cairn.envelope_of(
  envelope text, template_key integer, system_id text, committed_at timestamptz, change_type smallint, lifecycle smallint
) returns jsonb language plpgsql stable parallel safe as $$
declare
  audit text;
  signature text;
begin
  if left(envelope, 1) = '{' then
    return envelope::jsonb;
  end if;
  audit := cairn.envelope_audit(envelope, system_id, committed_at, change_type);
  signature := substr(split_part(envelope, E'\n', 1), 2);
  if split_part(signature, '.', 2) = '1' then
    signature := split_part(signature, '.', 1) || '.'
      || cairn.base64url(sha256(convert_to(E'1\n' || audit, 'UTF8'))) || '.' || split_part(signature, '.', 3);
  end if;
  return jsonb_build_object(
      'signature', cairn.envelope_signature(signature, template_key),
      'commit_audit', audit::jsonb,
      'lifecycle_state', cairn.envelope_coded_text(lifecycle))
    || case when split_part(envelope, E'\n', 5) = '' then '{}'
      else jsonb_build_object('attestations', split_part(envelope, E'\n', 5)::jsonb) end;
end
$$;

create or replace function cairn.envelope_of(v cairn.version) returns jsonb language sql stable parallel safe as $$
  select cairn.envelope_of(v.envelope, v.template_key, v.system_id, v.committed_at, v.change_type, v.lifecycle)
$$;
