-- What value indexes are on. See docs/decisions/0050-value-indexes.md. A leaf is a value, or an object of values by instance.

create function cairn.greatest_value(leaf jsonb) returns jsonb
  language plpgsql immutable strict parallel safe as $$
begin
  return (select each.value from jsonb_each(leaf) each order by each.value desc limit 1);
end
$$;

create function cairn.least_value(leaf jsonb) returns jsonb
  language plpgsql immutable strict parallel safe as $$
begin
  return (select each.value from jsonb_each(leaf) each order by each.value limit 1);
end
$$;

-- Texts are in the order of code points, whatever the collation of the database.
create function cairn.greatest_text(leaf jsonb) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  return (select each.value from jsonb_each_text(leaf) each order by each.value collate "C" desc limit 1);
end
$$;

create function cairn.least_text(leaf jsonb) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  return (select each.value from jsonb_each_text(leaf) each order by each.value collate "C" limit 1);
end
$$;

-- False if every instance that a root may have at these paths has a value. It is true too where other nodes of the root repeat in
-- another way: which leaf belongs to which node is not known here.
create function cairn.may_lack_value(leaves jsonb, keys text[], places integer) returns boolean
  language plpgsql immutable strict parallel safe as $$
begin
  if not leaves ?| keys then
    return true;
  end if;
  if not jsonb_path_exists(leaves, '$.* ? (@.type() == "object")') then
    return false;
  end if;
  return (
    with leaf as (
      select l.key, l.value from jsonb_each(leaves) l
    ), seen as (
      select l.key = any(keys) as is_own, v.at
      from leaf l cross join lateral (
        select array_to_string(array_fill(0, array[places]), '.') as at where jsonb_typeof(l.value) <> 'object'
        union all
        select k from jsonb_object_keys(case jsonb_typeof(l.value) when 'object' then l.value end) k
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
