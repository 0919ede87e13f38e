-- Commits beside a value index cost less. See docs/decisions/0050-value-indexes.md. Results are those of before, so indexes that are there stay
-- right: nothing is rewritten or locked, and servers of the version before may go on. No function is added, since the nodes of a cluster know
-- those that are there.

-- Lists are gone through in place. A query would have to be started for each of them.
create or replace function cairn.greatest_value(leaf jsonb) returns jsonb
  language plpgsql immutable strict parallel safe as $$
declare
  result jsonb;
begin
  if jsonb_typeof(leaf) = 'array' then
    for index in 0 .. jsonb_array_length(leaf) - 1 loop
      result := greatest(result, nullif(leaf -> index, 'null'));
    end loop;
    return result;
  end if;
  return (select each.value from jsonb_each(leaf) each order by each.value desc limit 1);
end
$$;

create or replace function cairn.least_value(leaf jsonb) returns jsonb
  language plpgsql immutable strict parallel safe as $$
declare
  result jsonb;
begin
  if jsonb_typeof(leaf) = 'array' then
    for index in 0 .. jsonb_array_length(leaf) - 1 loop
      result := least(result, nullif(leaf -> index, 'null'));
    end loop;
    return result;
  end if;
  return (select each.value from jsonb_each(leaf) each order by each.value limit 1);
end
$$;

create or replace function cairn.greatest_text(leaf jsonb) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  result text;
begin
  if jsonb_typeof(leaf) = 'array' then
    for index in 0 .. jsonb_array_length(leaf) - 1 loop
      result := greatest(result collate "C", leaf ->> index);
    end loop;
    return result;
  end if;
  return (select each.value from jsonb_each_text(leaf) each order by each.value collate "C" desc limit 1);
end
$$;

create or replace function cairn.least_text(leaf jsonb) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  result text;
begin
  if jsonb_typeof(leaf) = 'array' then
    for index in 0 .. jsonb_array_length(leaf) - 1 loop
      result := least(result collate "C", leaf ->> index);
    end loop;
    return result;
  end if;
  return (select each.value from jsonb_each_text(leaf) each order by each.value collate "C" limit 1);
end
$$;

-- Instances were compared each with each, by their vectors as text. Where leaves are single values and lists, as most are, their lengths tell all. Each
-- expression costs some microseconds in the first call of a transaction, so that part has few of them.
create or replace function cairn.may_lack_value(leaves jsonb, keys text[], places integer) returns boolean
  language plpgsql immutable strict parallel safe as $$
declare
  own_key text;
  -- Instances of the value in lists: at the indexes from 0. A single value is as a list of one.
  listed integer;
begin
  if not leaves ?| keys then
    return true;
  end if;
  foreach own_key in array keys loop
    listed := greatest(listed, case
      when jsonb_typeof(leaves -> own_key) = 'array' then jsonb_array_length(leaves -> own_key)
      when jsonb_typeof(leaves -> own_key) <> 'object' then 1 end);
  end loop;
  if listed > 0 and not jsonb_path_exists(leaves, 'strict $.* ? (@.type() == "object" || @.size() > $listed)',
    jsonb_build_object('listed', listed)) then
    return false;
  end if;

  declare
    -- What follows the index in the vector of an element of a list.
    zeros text := repeat('.0', places - 1);
    objects jsonb := jsonb_path_query_array(leaves, 'strict $.* ? (@.type() == "object")');
    -- All objects in one, for its keys: vectors that most leaves have alike are looked for once.
    vectors jsonb := '{}';
    own_vectors jsonb := '{}';
    -- The vectors of the value, each with a space before and a point after it: another may be the beginning of one. Nearly all are the same
    -- as one, which is found faster by key.
    own text;
  begin
    foreach own_key in array keys loop
      if jsonb_typeof(leaves -> own_key) = 'object' then
        own_vectors := own_vectors || (leaves -> own_key);
      end if;
    end loop;
    own := (select coalesce(string_agg(' ' || vector || '.', ''), '') from jsonb_object_keys(own_vectors) vector);
    for index in 0 .. coalesce(listed, 0) - 1 loop
      own := own || ' ' || index || zeros || '.';
    end loop;
    for index in coalesce(listed, 0) .. (
      select max(case jsonb_typeof(l.value) when 'array' then jsonb_array_length(l.value) when 'object' then 0 else 1 end)
      from jsonb_each(leaves) l) - 1
    loop
      if not own_vectors ? (index || zeros) and strpos(own, ' ' || index || zeros || '.') = 0 then
        return true;
      end if;
    end loop;
    for index in 0 .. jsonb_array_length(objects) - 1 loop
      vectors := vectors || (objects -> index);
    end loop;
    return exists (
      select from (
        select array_to_string((string_to_array(vector, '.'))[:places], '.') as start from jsonb_object_keys(vectors) vector
      ) other
      where not own_vectors ? other.start and strpos(own, ' ' || other.start || '.') = 0);
  end;
end
$$;
